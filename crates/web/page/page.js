// Loads the program, shows how far that has come, and says plainly when it cannot be done.

import init, { start } from "./{{xxlchess.js}}";

const WASM = new URL("./{{xxlchess.wasm}}", import.meta.url);
const WORKER = new URL("./{{worker.js}}", import.meta.url);
/** The length of the program as it is compiled, whatever it was packed into on the way. */
const LENGTH = {{xxlchess.wasm length}};

const [canvas, cover, words, progress, again] = ["canvas", "cover", "words", "progress", "again"].map(
    (id) => document.getElementById(id),
);

/** What the page itself says; all else is said by the program, in its own texts. */
const TEXTS = {
    en: {
        canvas: "XXL Chess: the board and everything around it",
        loading: "Loading",
        again: "Load again",
        noWebGl:
            "This browser cannot draw with WebGL, which the game needs. It may be switched off in " +
            "its settings, or the browser may be too old.",
        tooOld: "This browser is too old for the game. One from the year 2023 or later will do.",
        notLoaded: "The game could not be loaded. Is the server still there?",
        notStarted: "The game could not be started.",
        pictureLost: "The browser has taken the picture away.",
        failed: "Something went wrong that should not have. The game was kept until its last move.",
    },
    de: {
        canvas: "XXL Chess: das Brett und alles darum herum",
        loading: "Wird geladen",
        again: "Neu laden",
        noWebGl:
            "Dieser Browser kann nicht mit WebGL zeichnen, was das Spiel braucht. Vielleicht ist es in " +
            "den Einstellungen abgeschaltet, oder der Browser ist zu alt.",
        tooOld: "Dieser Browser ist zu alt für das Spiel. Es genügt einer aus dem Jahr 2023 oder später.",
        notLoaded: "Das Spiel konnte nicht geladen werden. Läuft der Server noch?",
        notStarted: "Das Spiel konnte nicht gestartet werden.",
        pictureLost: "Der Browser hat dem Spiel das Bild weggenommen.",
        failed:
            "Etwas ist schiefgegangen, das nicht hätte schiefgehen dürfen. Die Partie wurde bis zum " +
            "letzten Zug gespeichert.",
    },
};

const code = navigator.language.split("-")[0];
const language = Object.hasOwn(TEXTS, code) ? code : "en";
const texts = TEXTS[language];
document.documentElement.lang = language;
canvas.ariaLabel = texts.canvas;
progress.ariaLabel = texts.loading;
again.textContent = texts.again;

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

/** Where tabs can only be asked, they have so many milliseconds to answer. */
const ANSWER_TIME = 150;

/** Gets to know the other tabs with this page: they all keep their games in one place. */
async function meetOthers() {
    const own = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
    const others = new Set();
    const channel = new BroadcastChannel("xxlchess");
    const say = (word) => channel.postMessage({ from: own, word });
    channel.onmessage = ({ data: { from, word } }) => {
        if (word === "gone") others.delete(from);
        else others.add(from);
        if (word === "hello") say("here");
    };
    addEventListener("pagehide", () => say("gone"));
    addEventListener("pageshow", (event) => event.persisted && say("hello"));
    say("hello");
    if (!navigator.locks) {
        await new Promise((resolve) => setTimeout(resolve, ANSWER_TIME));
        return { own, others };
    }
    // On a safe connection the browser itself knows who is there: each tab holds a lock.
    const prefix = "xxlchess-tab-";
    navigator.locks.request(prefix + own, () => new Promise(() => {}));
    const { held } = await navigator.locks.query();
    const tabs = held.filter(({ name }) => name.startsWith(prefix));
    for (const { name } of tabs) others.add(Number(name.slice(prefix.length)));
    others.delete(own);
    return { own, others };
}

async function run() {
    if (!canDraw()) return fail(texts.noWebGl);
    const met = meetOthers();
    try {
        await init({ module_or_path: fetchProgram() });
    } catch (error) {
        console.error(error);
        return fail(error instanceof WebAssembly.CompileError ? texts.tooOld : texts.notLoaded);
    }
    try {
        const { own, others } = await met;
        await start(canvas, WORKER.href, own, others);
    } catch (error) {
        console.error(error);
        return fail(texts.notStarted);
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

// Where a keyboard lies over the page instead of making it smaller, the canvas ends above it.
visualViewport?.addEventListener("resize", () => {
    const covered = Math.max(0, innerHeight - visualViewport.height);
    document.documentElement.style.setProperty("--keyboard", `${covered}px`);
    scrollTo(0, 0);
});

// A link to another game in the same tab.
addEventListener("hashchange", () => location.reload());
again.addEventListener("click", () => location.reload());
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("webglcontextlost", () => fail(texts.pictureLost));
addEventListener("xxlchess-failed", () => fail(texts.failed));
run();
