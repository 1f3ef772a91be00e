// Loads the program, shows how far that has come, and says plainly when it cannot be done.

import init, { start } from "./{{xxlchess.js}}";

const WASM = new URL("./{{xxlchess.wasm}}", import.meta.url);
const WORKER = new URL("./{{worker.js}}", import.meta.url);
/** The length of the program as it is compiled, whatever it was packed into on the way. */
const LENGTH = {{xxlchess.wasm length}};

const [canvas, cover, words, progress, again] = ["canvas", "cover", "words", "progress", "again"].map(
    (id) => document.getElementById(id),
);

function fail(text) {
    words.textContent = text;
    progress.hidden = true;
    again.hidden = false;
    cover.hidden = false;
    cover.classList.remove("gone");
}

/** The program's bytes, counted on their way. */
async function fetchProgram() {
    const response = await fetch(WASM);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    let received = 0;
    const counter = new TransformStream({
        transform(chunk, controller) {
            received += chunk.length;
            progress.value = Math.min(received / LENGTH, 1);
            controller.enqueue(chunk);
        },
    });
    const headers = { "Content-Type": "application/wasm" };
    return new Response(response.body.pipeThrough(counter), { headers });
}

/** The first request decides about the context: edges are smoothed by the program itself. */
function canDraw() {
    const options = { alpha: false, antialias: false, depth: false, powerPreference: "low-power" };
    return canvas.getContext("webgl2", options) ?? canvas.getContext("webgl", options);
}

async function run() {
    if (!canDraw()) {
        return fail(
            "This browser cannot draw with WebGL, which the game needs. It may be switched off in " +
                "its settings, or the browser may be too old.",
        );
    }
    try {
        await init({ module_or_path: fetchProgram() });
    } catch (error) {
        console.error(error);
        return fail(
            error instanceof WebAssembly.CompileError
                ? "This browser is too old for the game. One from the year 2023 or later will do."
                : "The game could not be loaded. Is the server still there?",
        );
    }
    try {
        await start(canvas, WORKER.href);
    } catch (error) {
        console.error(error);
        return fail("The game could not be started.");
    }
    cover.classList.add("gone");
    cover.addEventListener("transitionend", () => (cover.hidden = cover.classList.contains("gone")));
    canvas.focus();
    // Only where the connection is safe does a browser let a page work without it.
    navigator.serviceWorker?.register("service-worker.js").catch((error) => console.warn(error));
}

// A finger is reported twice; as a pointer it is heard of only when it is lifted, which is when a
// browser allows sounds and keyboards.
const asFinger = (event) => event.pointerType === "touch" && event.stopPropagation();
addEventListener("pointerdown", asFinger, { capture: true });

again.addEventListener("click", () => location.reload());
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("webglcontextlost", () => fail("The browser has taken the picture away."));
addEventListener("xxlchess-failed", () =>
    fail("Something went wrong that should not have. The game was kept until its last move."),
);
run();
