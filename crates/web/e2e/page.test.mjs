// What the page itself says where the program cannot: in the language of the browser.

import { after, before, test } from "node:test";

import { DESKTOP, withUsers } from "./browser.mjs";
import { Server } from "./server.mjs";

let server;
before(async () => (server = await Server.start()));
after(() => server.close());

const SAID = {
    "en-GB": ["This browser cannot draw with WebGL", "Load again"],
    "de-AT": ["Dieser Browser kann nicht mit WebGL zeichnen", "Neu laden"],
    fr: ["This browser cannot draw with WebGL", "Load again"],
};
for (const [locale, [words, again]] of Object.entries(SAID)) {
    test(`a browser that cannot draw is told so: ${locale}`, { timeout: 300_000 }, () =>
        withUsers([{ ...DESKTOP, locale }], async (user) => {
            const page = await user.newPage();
            await page.addInitScript(() => (HTMLCanvasElement.prototype.getContext = () => null));
            await page.goto(server.address);
            await page.getByText(words).waitFor();
            await page.getByRole("button", { name: again }).waitFor();
        }));
}
