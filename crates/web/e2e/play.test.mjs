// A game against the computer in the page: on a desktop, on a phone, after a reload, offline.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, withUsers } from "./browser.mjs";
import { Server } from "./server.mjs";

const TIMEOUT = { timeout: 600_000 };

let server;
before(async () => (server = await Server.start()));
after(() => server.close());

for (const [name, device] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`a game against the computer on a ${name}`, TIMEOUT, () =>
        withUsers([device], async (user) => {
            const board = await user.open(server.address);
            await board.picture(`${name}-menu`);
            await board.press("Play");
            await board.press("e2 white pawn");
            await board.find("e4 empty, can move here");
            await board.picture(`${name}-selected`);
            await board.press("e4 empty, can move here");
            await board.find(/^Go to .*1\. e4/);
            assert.ok(board.page.workers().length > 0, "the computer thinks beside the page");
            await board.played(2);
            await board.move("d2d4");
            await board.played(4);
            await board.picture(`${name}-game`);

            await board.reload();
            await board.picture(`${name}-left`);
            await board.press("Continue");
            await board.find("e4 white pawn");
            await board.find("d4 white pawn");

            // Whatever was loaded once is there without a server.
            await board.page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
            await user.context.setOffline(true);
            await board.reload();
            await board.press("Continue");
            await board.move("c2c4");
            await board.played(6);
            await board.picture(`${name}-offline`);
            assert.deepEqual(board.faults.filter((fault) => !fault.includes("ERR_INTERNET")), []);
        }));
}

test("the page goes on while the strongest level thinks", TIMEOUT, () =>
    withUsers([DESKTOP], async (user) => {
        const board = await user.open(server.address);
        const level = async () => (await board.find(/^rating/)).name;
        while (await board.look("More")) {
            const before = await level();
            await board.press("More");
            await board.until("the next level", async () => (await level()) !== before);
        }
        await board.press("Play");
        await board.move("e2e4");
        await board.find(/^Computer.*thinking/);
        // A worker has all the thinking to do: the page itself is never long without an answer.
        const longest = await board.page.evaluate(longestWait, 2000);
        console.log(`# the longest wait while the computer thinks: ${longest.toFixed(0)} ms`);
        await board.press(/^Take back/);
        await board.find("e2 white pawn");
        await board.move("d2d4");
        await board.played(2);
        assert.deepEqual(board.faults, []);
    }));

/** The longest time in so many milliseconds for which the page could do nothing else. */
function longestWait(time) {
    return new Promise((resolve) => {
        const start = performance.now();
        let [last, longest] = [start, 0];
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
            const now = performance.now();
            longest = Math.max(longest, now - last);
            last = now;
            if (now - start > time) resolve(longest);
            else port2.postMessage(0);
        };
        port2.postMessage(0);
    });
}
