// Drives the page in a browser: finds what it shows by name, presses it, and takes pictures.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Slow machines that draw without a graphics card need their time. */
const PATIENCE = 90_000;

const PICTURES = fileURLToPath(new URL("./pictures/", import.meta.url));

/** A page with the game. */
export class Board {
    constructor(page, { hasTouch = false } = {}) {
        this.page = page;
        this.hasTouch = hasTouch;
        this.faults = [];
        page.on("pageerror", (error) => this.faults.push(String(error)));
        page.on("console", (message) => {
            if (message.type() === "error") this.faults.push(message.text());
        });
    }

    static async open(user, address) {
        const board = new Board(await user.newPage(), user.device);
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
        const isUncovered = () => document.getElementById("cover").hidden;
        await this.until("the end of loading", () => this.page.evaluate(isUncovered));
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

    /** The field of this name. */
    async field(name) {
        const isField = (widget) => widget.role === "TextInput" && widget.name === name;
        return (await this.widgets()).find(isField);
    }

    /** Waits for it. */
    async find(name) {
        let found;
        await this.until(name, async () => (found = await this.look(name)));
        return found;
    }

    /** Waits until it is gone. */
    async misses(name) {
        await this.until(`the end of ${name}`, async () => !(await this.look(name)));
    }

    /** The middle of it, once it has stopped moving. */
    async middle(name, look = () => this.look(name)) {
        let last = "";
        let middle;
        await this.until(name, async () => {
            const found = await look();
            middle = found && [found.x + found.width / 2, found.y + found.height / 2];
            const rests = found !== undefined && String(middle) === last;
            last = String(middle);
            return rests;
        });
        return middle;
    }

    /** Presses it, with a finger where there is one. */
    async press(name, look) {
        const [x, y] = await this.middle(name, look);
        await (this.hasTouch ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y));
    }

    /** Types into a field, in place of what stands there. */
    async type(name, text) {
        await this.press(name, () => this.field(name));
        await this.page.keyboard.press("Control+a");
        await this.page.keyboard.type(text);
        const isTyped = async () => (await this.field(name))?.value === text;
        await this.until(`${text} in ${name}`, isTyped);
    }

    /** Moves a piece, as in `e2e4`, and sees it leave. */
    async move(uci) {
        const [, from, to] = /^([a-z]\d+)([a-z]\d+)/.exec(uci);
        await this.press(new RegExp(`^${from} (white|black)`));
        await this.find(new RegExp(`^${from} .*, selected`));
        await this.press(new RegExp(`^${to} .*, can (move here|be taken)`));
        await this.find(new RegExp(`^${from} empty`));
    }

    /** The moves as they stand in the list. */
    async moves() {
        const names = (await this.widgets()).map((widget) => widget.name);
        return names.filter((name) => name.startsWith("Go to ")).map((name) => name.slice(6));
    }

    /** Waits until so many moves are played. */
    async played(count) {
        await this.until(`${count} moves`, async () => (await this.moves()).length === count);
    }

    /** The squares with what stands on them, without what is remarked about them. */
    async position() {
        const isSquare = ({ name }) => /^[a-p]\d+ (white|black)/.test(name);
        const squares = (await this.widgets()).filter(isSquare);
        return squares.map(({ name }) => name.split(",")[0]).sort();
    }

    /** The time on the clock of a player, in seconds. */
    async clock(player) {
        const { name } = await this.find(new RegExp(`^${player}, .*\\d:\\d\\d(\\.\\d)?$`));
        const [, minutes, seconds] = /(\d+):([\d.]+)$/.exec(name);
        return Number(minutes) * 60 + Number(seconds);
    }

    async until(what, condition) {
        const end = Date.now() + PATIENCE;
        while (!(await condition())) {
            if (Date.now() > end) {
                await this.picture("timeout");
                const names = (await this.widgets()).map((widget) => widget.name);
                throw new Error(`waited in vain for ${what}; there are: ${names.join(" | ")}`);
            }
            await pause(50);
        }
    }

    async picture(name) {
        mkdirSync(PICTURES, { recursive: true });
        await this.page.screenshot({ path: join(PICTURES, `${name}.png`) });
    }
}
