// Thinks beside the page. It is sent the compiled program first, then one question after the other.

import init, { PageWorker } from "./{{xxlchess.js}}";

/** The engine's networks, which are fetched when a game needs them. */
const NETWORKS = {{networks}};
/** An answer waits so many milliseconds for its network; after that the game goes on without. */
const WAITING_TIME = 1500;

let helper;
const fetching = new Map();

/** Fetches a network and gives it to the engine. Without one it plays by hand-written terms. */
async function fetchNetwork(helper, name) {
    const response = await fetch(new URL(NETWORKS[name], import.meta.url));
    if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
    helper.provide_network(name, new Uint8Array(await response.arrayBuffer()));
}

async function answer(helper, question) {
    const name = helper.missing_network(question);
    if (name) {
        if (!fetching.has(name)) {
            fetching.set(name, fetchNetwork(helper, name).catch((fault) => console.warn(fault)));
        }
        const waited = new Promise((resolve) => setTimeout(resolve, WAITING_TIME));
        await Promise.race([fetching.get(name), waited]);
    }
    helper.answer(question, postMessage);
}

onmessage = ({ data }) => {
    if (data instanceof WebAssembly.Module) {
        helper = init({ module_or_path: data }).then(() => new PageWorker());
        return;
    }
    // One question after the other, also while a network is on its way.
    helper = helper.then(async (helper) => {
        await answer(helper, data);
        return helper;
    });
    // Thrown outside of a promise, a fault reaches the page, which then knows of it.
    helper.catch((fault) => setTimeout(() => { throw fault; }));
};
