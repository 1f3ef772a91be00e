// A game against the computer in the page: on a desktop, on a phone, after a reload, offline.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Board, DESKTOP, PHONE, openBrowser } from "./board.mjs";
import { serve } from "./server.mjs";

let server;
before(async () => (server = await serve()));
after(() => server.close());

for (const [name, device] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    test(`a game against the computer on a ${name}`, { timeout: 300_000 }, async () => {
        const browser = await openBrowser(device);
        try {
            await playAndComeBack(browser, name);
        } finally {
            await browser.close();
        }
    });
}

test("a move can be taken back while the strongest level thinks", { timeout: 300_000 }, async () => {
    const browser = await openBrowser(DESKTOP);
    try {
        const board = await Board.open(browser, server.address);
        const level = async () => (await board.find(/^rating/)).name;
        for (let before; before !== (before = await level()); ) {
            await board.press("More");
            await board.page.waitForTimeout(200);
        }
        await board.press("Play");
        await board.play("e2", "e4");
        await board.find(/^Computer.*thinking/);
        await board.press(/^Take back/);
        await board.find("e2 white pawn");
        await board.play("d2", "d4");
        await answered(board, 1);
        assert.deepEqual(board.faults, []);
    } finally {
        await browser.close();
    }
});

async function playAndComeBack(browser, name) {
    const board = await Board.open(browser, server.address);
    await board.picture(`${name}-menu`);
    await board.press("Play");
    await board.find("e2 white pawn");
    await board.press("e2 white pawn");
    await board.find("e4 empty, can move here");
    await board.picture(`${name}-selected`);
    await board.press("e4 empty, can move here");
    await board.find(/^Go to .*1\. e4/);
    assert.ok(board.page.workers().length > 0, "the computer thinks beside the page");
    await answered(board, 1);
    await board.play("d2", "d4");
    await answered(board, 2);
    await board.picture(`${name}-game`);

    await board.reload();
    await board.picture(`${name}-left`);
    await board.press("Continue");
    await board.find("e4 white pawn");
    await board.find("d4 white pawn");

    // Whatever was loaded once is there without a server.
    await board.page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true));
    await browser.setOffline(true);
    await board.reload();
    await board.press("Continue");
    await board.play("c2", "c4");
    await answered(board, 3);
    await board.picture(`${name}-offline`);
    assert.deepEqual(board.faults.filter((fault) => !fault.includes("ERR_INTERNET")), []);
}

/** Waits until the computer has made its move of this number. */
async function answered(board, number) {
    await board.until(`the answer to move ${number}`, async () => {
        const moves = (await board.widgets()).filter((widget) => widget.name.startsWith("Go to"));
        return moves.length >= 2 * number;
    });
}
