// Thinks beside the page. It is sent the compiled program first, then one question after the other.

import init, { Helper } from "./{{xxlchess.js}}";

let helper;

onmessage = ({ data }) => {
    if (data instanceof WebAssembly.Module) {
        helper = init({ module_or_path: data }).then(() => new Helper());
        return;
    }
    helper
        .then((helper) => helper.answer(data, postMessage))
        // Thrown outside of a promise, a fault reaches the page, which then knows of it.
        .catch((fault) => setTimeout(() => { throw fault; }));
};
