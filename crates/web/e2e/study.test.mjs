// A game is reviewed in the page: mistakes, a variation, saved as PGN, opened again and exported.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { DESKTOP, withUsers } from "./browser.mjs";
import { Server } from "./server.mjs";

const TIMEOUT = { timeout: 600_000 };

let server;
before(async () => (server = await Server.start()));
after(() => server.close());

test("a game is played, reviewed, changed, saved and opened again", TIMEOUT, () =>
    withUsers([DESKTOP], async (user) => {
        const board = await user.open(server.address);
        await board.press("Play the computer");
        await board.press(/^Rules: /);
        await board.press("Chess");
        await board.press(/^Start the game/);
        await board.find("e2 white pawn");
        // What was played last is played again, at another level.
        await board.page.keyboard.press("m");
        await board.find(/^Chess · /);
        const rating = async () => (await board.find(/^rating/)).name;
        for (const level of [4, 5]) {
            const before = await rating();
            await board.press("More");
            await board.until(`level ${level}`, async () => (await rating()) !== before);
        }
        await board.press("Play");
        await board.find(/level 5/i);
        // Moves that no one should play, as many as there is time for: the king goes for a walk.
        let played = 0;
        const isMated = async () => (await board.moves()).some((name) => name.endsWith("#"));
        for (const [from, to] of ["f2f3", "g2g4", "e1f2", "f2g3", "g3h4"].map((uci) => [uci.slice(0, 2), uci.slice(2)])) {
            await board.press(new RegExp(`^${from} white`));
            await board.find(new RegExp(`^${from} .*, selected`));
            if (!(await board.look(new RegExp(`^${to} .*, can (move here|be taken)`)))) break;
            await board.press(new RegExp(`^${to} `));
            played += 2;
            await board.until("an answer", async () => (await board.moves()).length === played);
            if (await isMated()) break;
        }
        if (!(await isMated())) await board.page.keyboard.press("Escape");
        await board.press("Review");
        await board.find(/Learn from mistakes/);
        await board.picture("study-review");

        await board.press(/Learn from mistakes/);
        await board.find(/^Mistake 1 of/);
        await board.picture("study-mistakes");
        // The first move may count as a mistake too.
        let next;
        do {
            await board.press("Show the solution");
            next = (await board.find(/^(Done|Next mistake)$/)).name;
            await board.press(next);
        } while (next !== "Done");
        await board.find(/Learn from mistakes/);

        // A variation in place of the first move, with a comment.
        await board.page.keyboard.press("Home");
        await board.find("f2 white pawn");
        await board.move("e2e4");
        await board.type("Comment", "the usual move");
        await board.picture("study-variation");
        const saved = await download(board, user);
        assert.match(saved.text, /\( 1\. e4 \{[^}]*the usual move/);
        assert.match(saved.text, /1\. f3/);
        readByPython(saved.path);

        // Back in the menu the file is opened again, and exported as it was.
        await board.load(server.address);
        const chooser = board.page.waitForEvent("filechooser");
        await board.press("Your games");
        await board.press("Open a file…");
        await (await chooser).setFiles(saved.path);
        await board.find("the usual move");
        await board.picture("study-opened");
        const again = await download(board, user);
        assert.equal(sorted(again.text), sorted(saved.text));
        assert.deepEqual(board.faults, []);
    }));

/** The game with its tags in the order of the alphabet: what a review adds stands last until it is read again. */
function sorted(text) {
    const [tags, ...rest] = text.split("\n\n");
    return [tags.split("\n").sort().join("\n"), ...rest].join("\n\n");
}

/** Lets python-chess read the game, where it is installed: main line, variation and comment. */
function readByPython(path) {
    const script = `
import sys
try:
    import chess.pgn
except ImportError:
    sys.exit("python-chess is not installed")
game = chess.pgn.read_game(open(sys.argv[1]))
first = [str(node.move) for node in game.variations]
assert not game.errors and first[0] == "f2f3" and "e2e4" in first, (game.errors, first)
assert "the usual move" in game.variation(chess.Move.from_uci("e2e4")).comment
assert any(node.nags for node in game.mainline()) and any(node.eval() for node in game.mainline())
print(len(list(game.mainline())), "moves and", len(first) - 1, "other first moves are read by python-chess")`;
    const { status, stdout, stderr } = spawnSync("python3", ["-c", script, path], { encoding: "utf8" });
    console.log(`# ${stdout}${stderr}`.trim());
    assert.ok(status === 0 || status === null || /not installed/.test(stderr), stderr);
}

/** The game as the page lets the browser save it. */
async function download(board, user) {
    const event = board.page.waitForEvent("download");
    await board.press("Save as PGN");
    await board.press("Save");
    const path = join(user.folder, "saved.pgn");
    await (await event).saveAs(path);
    return { path, text: readFileSync(path, "utf8") };
}
