// People with a browser each: a desktop, a phone, and the same phone turned on its side.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { chromium } from "playwright-core";

import { Board } from "./board.mjs";

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const PHONE = {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
};
/** As narrow as phones ever were. */
export const SMALL_PHONE = { ...PHONE, viewport: { width: 320, height: 568 } };
export const SIDEWAYS = { ...PHONE, viewport: { width: 844, height: 390 } };

const FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // Windows that lie behind others go on all the same.
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
];

/** A user with a browser context of their own, whose storage lasts until they leave. */
export class User {
    static async arrive(device) {
        const user = new User();
        user.device = device;
        user.folder = mkdtempSync(join(tmpdir(), "xxlchess-page-"));
        // A scale that is merely pretended does not reach the size of a canvas.
        const scale = `--force-device-scale-factor=${device.deviceScaleFactor ?? 1}`;
        const options = { executablePath: chromiumPath(), args: [...FLAGS, scale], ...device };
        user.context = await chromium.launchPersistentContext(user.folder, options);
        return user;
    }

    newPage() {
        return this.context.newPage();
    }

    /** A page with the game. */
    open(address) {
        return Board.open(this, address);
    }

    async leave() {
        await this.context.close();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** Lets people come, does something with them, and sees them off whatever happens. */
export async function withUsers(devices, work) {
    const users = [];
    try {
        for (const device of devices) users.push(await User.arrive(device));
        await work(...users);
    } finally {
        await Promise.allSettled(users.map((user) => user.leave()));
    }
}

function chromiumPath() {
    const name = process.env.CHROMIUM ?? "chromium";
    return name.includes("/") ? name : execFileSync("which", [name], { encoding: "utf8" }).trim();
}
