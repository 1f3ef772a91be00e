// Two tabs of one browser keep their games in one place, and neither loses what the other has kept.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { DESKTOP, withUsers } from "./browser.mjs";
import { Server } from "./server.mjs";

let server;
before(async () => (server = await Server.start()));
after(() => server.close());

test("games in two tabs are both kept", { timeout: 600_000 }, () =>
    withUsers([DESKTOP], async (user) => {
        const first = await user.open(server.address);
        await first.press("Play");
        await first.move("e2e4");
        await first.played(2);

        const second = await user.open(server.address);
        assert.equal(await second.look("Continue"), undefined, "a game in a tab that is open goes on there");
        await second.press("Play");
        await second.move("d2d4");
        await second.played(2);

        await first.page.bringToFront();
        await first.move("c2c4");
        await first.played(4);
        await second.page.bringToFront();
        await second.move("f2f4");
        await second.played(4);

        // Both are closed: one game is offered, the other lies in the library.
        await first.page.close();
        await second.page.close();
        const third = await user.open(server.address);
        await third.press("Continue");
        await third.find(/^[cf]4 white pawn/);
        const fourth = await user.open(server.address);
        assert.equal(await fourth.look("Continue"), undefined, "and goes on in the third tab");
        await fourth.press("Your games");
        await fourth.find(/^Open .* · /);
        assert.deepEqual([...first.faults, ...second.faults, ...third.faults, ...fourth.faults], []);
    }));
