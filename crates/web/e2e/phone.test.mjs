// On a phone everything fits, held upright or sideways, and can be hit with a thumb.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { PHONE, SIDEWAYS, SMALL_PHONE, withUsers } from "./browser.mjs";
import { Server } from "./server.mjs";

const TIMEOUT = { timeout: 900_000 };

/** A thumb needs so many pixels; around a button, that many more belong to it. */
const THUMB = 40;
const AROUND = 16;
/** What is narrower shows everything smaller. */
const NARROWEST = 372;

/** What is opened from the menu. */
const SCREENS = [
    "Play the computer",
    "Two players",
    "Fog of war",
    "Puzzles",
    "Watch a game",
    "Your games",
    "Learn the rules",
    "Ranking",
    "Settings",
    "Network",
];

let server;
before(async () => (server = await Server.start()));
after(() => server.close());

const PHONES = { upright: PHONE, sideways: SIDEWAYS, small: SMALL_PHONE };
for (const [name, device] of Object.entries(PHONES)) {
    test(`every page fits a phone: ${name}`, TIMEOUT, () =>
        withUsers([device], async (user) => {
            const board = await user.open(server.address);
            await fits(board, `${name}-menu`);
            for (const entry of SCREENS) {
                await board.press(entry);
                await board.find("Back");
                await fits(board, `${name}-${entry}`);
                await board.press("Back");
                await board.find(entry);
            }
            assert.deepEqual(board.faults, []);
        }));
}

test("a game on a phone that is turned, and a keyboard that takes half of it", TIMEOUT, () =>
    withUsers([PHONE], async (user) => {
        const board = await user.open(server.address);
        await board.press("Network");
        await board.press("New game");
        await board.press("Make the game");
        await board.find(/^http.*#\/game\//);
        await fits(board, "turned-invitation");
        const upright = (await board.find("Board")).width;
        assert.ok(upright > 0.95 * PHONE.viewport.width, `the board has the whole width: ${upright}`);

        await board.page.setViewportSize(SIDEWAYS.viewport);
        await board.until("a small board", async () => (await board.find("Board")).width < 390);
        await fits(board, "turned-sideways");
        await board.page.setViewportSize(PHONE.viewport);
        await board.until("a board as wide as the phone", async () => (await board.find("Board")).width === upright);

        // A double tap does not make the page larger.
        await board.press("Moves");
        await board.press("Moves");
        const scale = () => [visualViewport.scale, scrollX, scrollY];
        assert.deepEqual(await board.page.evaluate(scale), [1, 0, 0]);

        await board.press("Cancel the game");
        await board.press("New game");
        await board.press("Opponent: The server’s computer");
        await board.press("Make the game");
        await board.press("Chat");
        await board.press("Chat", () => board.field("Chat"));
        const isTyping = () => document.activeElement?.tagName === "INPUT";
        await board.until("the keyboard", () => board.page.evaluate(isTyping));
        await board.page.setViewportSize({ width: 390, height: 460 });
        await board.until("the field above the keyboard", async () => {
            const { y, height } = await board.field("Chat");
            return y + height <= 460;
        });
        await board.picture("turned-keyboard");
        assert.deepEqual(board.faults, []);
    }));

/** Nothing is cut off at the sides, and whatever can be pressed is large enough. */
async function fits(board, name) {
    await board.picture(`phone-${name.replaceAll(" ", "-").toLowerCase()}`);
    const { width, height } = board.page.viewportSize();
    const scale = Math.min(1, width / NARROWEST);
    const thumb = (THUMB - AROUND) * scale;
    const isShown = (widget) => widget.y + widget.height > 0 && widget.y < height;
    const widgets = (await board.widgets()).filter(isShown);
    const beyond = widgets.filter(({ x, width: w }) => x < -1 || x + w > width + 1);
    const small = widgets.filter(
        (widget) =>
            ["Button", "CheckBox", "RadioButton", "ComboBox"].includes(widget.role) &&
            !/^[a-p]\d+ /.test(widget.name) &&
            Math.min(widget.height, widget.width) < thumb - 0.01,
    );
    const told = (list) => list.map(({ name, x, width, height }) => `${name} (${x} + ${width}, ${height} high)`);
    assert.deepEqual({ beyond: told(beyond), small: told(small) }, { beyond: [], small: [] }, name);
}
