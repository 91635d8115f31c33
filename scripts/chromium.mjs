// Finds Chromium for the browser tests: an installed one, otherwise Debian's package, otherwise Playwright's build.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { installDebianPackage } from "./debian-package.mjs";

const candidates = [
  process.env.CHROMIUM_PATH,
  // Without the browser's own interface, the tests take a quarter less CPU time.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const findInstalled = () => candidates.find((path) => path && existsSync(path));
const run = (program, args) => spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;

/** Returns the path of a browser, or `undefined` for Playwright's build. Installs one if needed, and throws if it can't. */
export function findChromium() {
  const found = findInstalled();
  if (found) return found;
  for (const name of ["chromium-headless-shell", "chromium"]) {
    if (installDebianPackage(name) && findInstalled()) return findInstalled();
  }
  if (run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"])) return undefined;
  throw new Error("Chromium not found. Install it, or set CHROMIUM_PATH.");
}

/** Like {@link findChromium}, but exits if there is none. */
export function chromium() {
  try {
    return findChromium();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
