// Starts the real server, `xxlchess serve`, with the page inside it.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server of its own for every test, with a database that goes away with it. */
export class Server {
    static async start() {
        const server = new Server();
        await server.run("localhost:0");
        return server;
    }

    constructor() {
        this.program = process.env.XXLCHESS;
        if (!this.program) throw new Error("XXLCHESS must name the program; `cargo xtask web-test` sees to it");
        this.folder = mkdtempSync(join(tmpdir(), "xxlchess-server-"));
    }

    async run(listen) {
        const data = join(this.folder, "server.db");
        const options = ["serve", "--listen", listen, "--data", data, "--no-announce"];
        this.child = spawn(this.program, options, { stdio: ["ignore", "pipe", "inherit"] });
        this.ended = new Promise((resolve) => this.child.once("exit", resolve));
        const said = await new Promise((resolve, reject) => {
            this.child.stdout.once("data", resolve);
            this.child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
        });
        this.port = Number(/:(\d+)$/m.exec(String(said))[1]);
        this.address = `http://localhost:${this.port}/`;
    }

    /** Pulls the plug, and starts again at the same place. */
    async crash() {
        this.child.kill("SIGKILL");
        await this.ended;
        await this.run(`localhost:${this.port}`);
    }

    async close() {
        this.child.kill("SIGTERM");
        await this.ended;
        rmSync(this.folder, { recursive: true, force: true });
    }
}
