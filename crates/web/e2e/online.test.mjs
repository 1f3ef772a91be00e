// Two people play each other in their browsers through a real server, and a third one watches.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, PHONE, withUsers } from "./browser.mjs";
import { Server } from "./server.mjs";

const TIMEOUT = { timeout: 900_000 };

/** A game on the big board with captures, a check, a promotion and a mate. */
const BIG_GAME = (
    "b1a3 d14c12 g2g4 j13j12 c2c3 b13b12 j2j3 j12j11 k2k4 g14h12 k4k5 h12i12 j3j4 i12c6 g1f3 c6g10 " +
    "k5k6 c12j5 k6k7 j5f1 k7k8q g10l5 d2d4 l5l2 l1i4 l2n1 k8f13 f14f13 f3f13"
).split(" ");

let server;
before(async () => (server = await Server.start()));
after(() => server.close());

test("a game of ordinary chess, with everything around it", TIMEOUT, () =>
    withUsers([DESKTOP, PHONE, DESKTOP], async (annaUser, benUser, carlUser) => {
        const anna = await annaUser.open(server.address);
        await enter(anna, "Anna");
        await createGame(anna, "Chess");
        const link = await invitation(anna);
        await anna.picture("online-invitation");

        // A link is all that it takes: who opens it sits at the board.
        const ben = await benUser.open(link);
        const carl = await carlUser.open(link);
        await Promise.all([anna, ben, carl].map((board) => board.find("e2 white pawn")));
        await carl.find("You are watching");
        await carl.find(/^Anna/);
        await carl.find(/^Guest/);

        await anna.move("e2e4");
        await seen([ben, carl], 1);
        await ben.move("e7e5");
        await seen([anna, carl], 2);

        // What a hand does is seen by the others before anything is moved.
        await anna.press("f1 white bishop");
        await Promise.all([ben, carl].map((board) => board.find(/^f1 .*in another player's hand/)));
        await ben.picture("online-hand");
        await anna.press(/^c4 .*can move here/);
        await seen([ben, carl], 3);
        const [dragX, dragY] = await anna.middle("d1 white queen");
        await ben.move("b8c6");
        await seen([anna, carl], 4);
        const [toX, toY] = await anna.middle(/^h5 empty/);
        await anna.page.mouse.move(dragX, dragY);
        await Promise.all([ben, carl].map((board) => board.find(/^d1 .*pointed at/)));
        await anna.page.mouse.down();
        await anna.page.mouse.move((dragX + toX) / 2, (dragY + toY) / 2, { steps: 5 });
        await Promise.all([ben, carl].map((board) => board.find(/^d1 .*in another player's hand/)));
        await carl.picture("online-spectator");

        // The page is loaded anew in the middle of the drag, and everything is there again.
        const before = await anna.clock("Anna");
        await anna.reload();
        await anna.find("c4 white bishop");
        await seen([anna, ben, carl], 4);
        const clocks = await Promise.all([anna, ben, carl].map((board) => board.clock("Anna")));
        assert.ok(Math.max(...clocks) <= before, `${clocks} after ${before}`);
        assert.ok(Math.max(...clocks) - Math.min(...clocks) < 3, `all see one clock: ${clocks}`);
        assert.deepEqual(await anna.position(), await ben.position());
        assert.deepEqual(await anna.position(), await carl.position());
        assert.deepEqual(await anna.moves(), await carl.moves());
        await drag(anna, "d1 white queen", "h5");
        await seen([anna, ben, carl], 5);

        await chat(anna, ben, carl);
        await ben.press(/^Offer a draw/);
        await anna.find("Guest offers a draw");
        await anna.press("Decline");
        await ben.misses("You offered a draw");

        // The server is killed, and comes back with the game as it was.
        await server.crash();
        await Promise.all([anna, ben, carl].map((board) => board.misses(/^Connection lost/)));
        await ben.move("g8f6");
        await seen([anna, ben, carl], 6);
        await anna.press("h5 white queen");
        await anna.press("f7 black pawn, can be taken");
        await Promise.all([anna, ben, carl].map((board) => board.find(/checkmated/)));
        for (const board of [anna, ben, carl]) await board.find(/by checkmate/);
        await carl.picture("online-mate");
        await ben.picture("online-mate-phone");

        // They play again with the colours changed, and the one who watches comes along.
        await anna.press("Rematch");
        await ben.find("Anna wants a rematch");
        await ben.press("Rematch");
        await Promise.all([anna, ben, carl].map((board) => board.find("e2 white pawn")));
        await ben.move("d2d4");
        await seen([anna, ben, carl], 1);
        assert.deepEqual(noticed([anna, ben, carl]), []);
    }));

test("a game on the big board to the end", TIMEOUT, () =>
    withUsers([DESKTOP, PHONE, DESKTOP], async (annaUser, benUser, carlUser) => {
        const anna = await annaUser.open(server.address);
        await createGame(anna, "XXL chess");
        const link = await invitation(anna);
        const [ben, carl] = [await benUser.open(link), await carlUser.open(link)];
        await Promise.all([ben, carl].map((board) => board.find("a2 white pawn")));
        const boards = [anna, ben, carl];
        for (const [index, uci] of BIG_GAME.entries()) {
            const mover = index % 2 === 0 ? anna : ben;
            await mover.move(uci);
            const [, from, to] = /^([a-z]\d+)([a-z]\d+)/.exec(uci);
            const arrived = async (board) => {
                await board.find(new RegExp(`^${from} empty`));
                await board.find(new RegExp(`^${to} (white|black)`));
            };
            await Promise.all(boards.map(arrived));
            if (index === 13) await ben.picture("online-big-phone");
            if (index === 22) {
                await ben.reload();
                await ben.find("k8 white queen");
            }
        }
        for (const board of boards) await board.find(/by checkmate/);
        assert.deepEqual(await ben.position(), await carl.position());
        await ben.picture("online-big-mate-phone");
        await carl.picture("online-big-mate");
        assert.deepEqual(noticed(boards), []);
    }));

/** Goes to the games of the server under a name. */
async function enter(board, name) {
    await board.press("Network");
    await board.press("Another name");
    await board.type("Your name", name);
    await board.press("Save");
    await board.misses("Save");
    await board.find(new RegExp(`^${name}( · |$)`));
}

/** Makes a game with the white pieces, ten minutes and five seconds for each move. */
async function createGame(board, rules) {
    if (!(await board.look("New game"))) await board.press("Network");
    await board.press("New game");
    await board.press(/^Rules: /);
    await board.press(rules);
    await board.find(`Rules: ${rules}`);
    await board.press("Your colour: White");
    await board.press("Usual times: 10+5");
    await board.press("Make the game");
}

/** The invitation that is shown while a seat is free. */
async function invitation(board) {
    const { name } = await board.find(/^http.*#\/game\//);
    return name;
}

/** Waits until all have seen so many moves. */
async function seen(boards, count) {
    await Promise.all(boards.map((board) => board.played(count)));
}

/** Drags a piece with the mouse. */
async function drag(board, piece, to) {
    const [fromX, fromY] = await board.middle(piece);
    const [toX, toY] = await board.middle(new RegExp(`^${to}\\b`));
    await board.page.mouse.move(fromX, fromY);
    await board.page.mouse.down();
    await board.page.mouse.move(toX, toY, { steps: 8 });
    await board.page.mouse.up();
}

async function chat(anna, ben, carl) {
    await anna.type("Chat", "Good luck!");
    await anna.page.keyboard.press("Enter");
    await carl.find("Good luck!");
    await ben.press("Chat, 1 new");
    await ben.find("Good luck!");
    await ben.type("Chat", "Thank you");
    await ben.picture("online-chat-phone");
    await ben.press("Send");
    await anna.find("Thank you");
    // On a phone it lies over the board.
    const isButton = (widget) => widget.role === "Button" && widget.name === "Chat";
    await ben.press("Chat", async () => (await ben.widgets()).find(isButton));
    await ben.misses("Send");
}

/** What went wrong in the pages, but for the connection that was cut on purpose. */
function noticed(boards) {
    const faults = boards.flatMap((board) => board.faults);
    return faults.filter((fault) => !/WebSocket|ERR_CONNECTION/.test(fault));
}
