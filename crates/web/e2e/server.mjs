// Serves the page as it was built, packed where the browser can unpack it.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../dist/web/", import.meta.url));
const KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
};

/** Starts a server on a free port, and gives its address and a way to end it. */
export async function serve() {
    const server = createServer((request, response) => {
        const { pathname } = new URL(request.url, "http://localhost");
        const path = join(ROOT, normalize(pathname === "/" ? "/index.html" : pathname));
        if (!path.startsWith(ROOT) || !existsSync(path) || !statSync(path).isFile()) {
            response.writeHead(404).end();
            return;
        }
        const headers = {
            "Content-Type": KINDS[extname(path)] ?? "application/octet-stream",
            "Cache-Control": pathname.startsWith("/static/")
                ? "public, max-age=31536000, immutable"
                : "no-cache",
        };
        const isPacked = existsSync(`${path}.gz`);
        if (isPacked) headers["Content-Encoding"] = "gzip";
        response.writeHead(200, headers);
        createReadStream(isPacked ? `${path}.gz` : path).pipe(response);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = () => {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
    };
    return { address: `http://localhost:${server.address().port}/`, close };
}
