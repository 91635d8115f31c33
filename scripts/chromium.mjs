// Finds Chromium for the browser tests: an installed one, otherwise Debian's package, otherwise Playwright's build. The
// headless shell is preferred, because it has no window, no GPU process and no browser services to run.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const candidates = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const findInstalled = () => candidates.find((path) => path && existsSync(path));
const packages = ["chromium-headless-shell", "chromium"];
const run = (program, args) => spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;

function isDebian() {
  try {
    return /^(?:ID|ID_LIKE)=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/** Returns the path of a browser, or `undefined` for Playwright's build. Exits if none can be installed. */
export function chromium() {
  const found = findInstalled();
  if (found) return found;
  if (isDebian() && process.getuid?.() === 0) {
    console.log("Installing Chromium for the browser tests…");
    run("apt-get", ["update", "-qq"]);
    const installed = packages.some((name) => run("apt-get", ["install", "-y", "-qq", name]));
    if (installed && findInstalled()) return findInstalled();
  }
  if (run(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"])) return undefined;
  console.error("Chromium not found. Install it, or set CHROMIUM_PATH.");
  process.exit(1);
}
