// Drives the page in a browser: finds what it shows by name, presses it, and takes pictures.

import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

/** The sizes that matter: a desktop, and a phone that is held upright. */
export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    hasTouch: true,
    isMobile: true,
};

/** Slow machines that draw without a graphics card need their time. */
const PATIENCE = 60_000;

const PICTURES = fileURLToPath(new URL("./pictures/", import.meta.url));

const FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
];

/** A browser of one user, who is remembered from page to page until it is closed. */
export async function openBrowser(device) {
    const folder = mkdtempSync(join(tmpdir(), "xxlchess-page-"));
    const executablePath = await programNamed(process.env.CHROMIUM ?? "chromium");
    // A scale that is merely pretended does not reach the size of a canvas.
    const scale = `--force-device-scale-factor=${device.deviceScaleFactor ?? 1}`;
    const options = { executablePath, args: [...FLAGS, scale], ...device };
    return chromium.launchPersistentContext(folder, options);
}

async function programNamed(name) {
    if (name.includes("/")) return name;
    const { execFileSync } = await import("node:child_process");
    return execFileSync("which", [name], { encoding: "utf8" }).trim();
}

/** A page with the game. */
export class Board {
    constructor(page) {
        this.page = page;
        this.faults = [];
        page.on("pageerror", (error) => this.faults.push(String(error)));
        page.on("console", (message) => {
            if (message.type() === "error") this.faults.push(message.text());
        });
    }

    static async open(context, address) {
        const board = new Board(await context.newPage());
        await board.load(address);
        return board;
    }

    async load(address) {
        const url = new URL(address);
        url.search = "?mirror";
        await this.page.goto(url.href);
        await this.isThere();
    }

    async reload() {
        await this.page.reload();
        await this.isThere();
    }

    async isThere() {
        await this.until("the program", async () => (await this.widgets()).length > 0);
        await this.page.locator("#cover").waitFor({ state: "hidden", timeout: PATIENCE });
    }

    /** Everything that has a name, with its place. */
    async widgets() {
        return JSON.parse(await this.page.evaluate(() => globalThis.xxlchessWidgets ?? "[]"));
    }

    /** The widget of this name, or whose name this expression fits; nothing if there is none. */
    async look(name) {
        const fits = (widget) =>
            name instanceof RegExp ? name.test(widget.name) : widget.name === name;
        return (await this.widgets()).find((widget) => fits(widget) && !widget.disabled);
    }

    /** Waits for it. */
    async find(name) {
        let found;
        await this.until(name, async () => (found = await this.look(name)));
        return found;
    }

    /** Presses it, with a finger where there is one. */
    async press(name) {
        const { x, y, width, height } = await this.find(name);
        await this.pressAt(x + width / 2, y + height / 2);
    }

    async pressAt(x, y) {
        const { hasTouch } = this.page.context()._options ?? {};
        await (hasTouch ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
    }

    /** Moves a piece by its two squares. */
    async play(from, to) {
        await this.press(new RegExp(`^${from}\\b`));
        await this.press(new RegExp(`^${to}\\b`));
    }

    async until(what, condition) {
        const end = Date.now() + PATIENCE;
        while (!(await condition())) {
            if (Date.now() > end) {
                await this.picture("timeout");
                const names = (await this.widgets()).map((widget) => widget.name);
                throw new Error(`waited in vain for ${what}; there are: ${names.join(" | ")}`);
            }
            await pause(100);
        }
    }

    async picture(name) {
        mkdirSync(PICTURES, { recursive: true });
        await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
    }
}
