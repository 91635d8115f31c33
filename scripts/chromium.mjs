// Finds a Chromium for the browser tests: one that is there, else Debian's package, else Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const known = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const present = () => known.find((path) => path && existsSync(path));
const run = (program, args) => spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;

function isDebian() {
  try {
    return /^(?:ID|ID_LIKE)=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/** Path of a browser, or `undefined` when Playwright's own is to be used. Ends the process when there is none. */
export function chromium() {
  const found = present();
  if (found) return found;
  if (isDebian() && process.getuid?.() === 0) {
    console.log("Installing Chromium for the browser tests…");
    if (run("apt-get", ["update", "-qq"]) && run("apt-get", ["install", "-y", "-qq", "chromium"]) && present())
      return present();
  }
  if (run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"])) return undefined;
  console.error("No Chromium for the browser tests: install one, or set CHROMIUM_PATH.");
  process.exit(1);
}
