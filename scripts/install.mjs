// Installs the dependencies if they are missing or the lock file has changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./is-built.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function requireProgram(program, args, message) {
  if (spawnSync(program, args, { stdio: "ignore" }).status !== 0) {
    console.error(message);
    process.exit(1);
  }
}

/** Checks Node and git, and installs the packages if needed. Exits with a message if something is missing. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Slipway requires Node 20.19 or newer. This is ${process.versions.node}.`);
    process.exit(1);
  }
  requireProgram("git", ["--version"], "Slipway requires git 2.38 or newer. Install git and try again.");
  if (isBuilt()) return;
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".slipway-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing packages…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const run = (args) => spawnSync(npm, [...args, "--no-audit", "--no-fund"], { cwd: root, stdio: "inherit" }).status;
  if (run(["ci"]) !== 0 && run(["install"]) !== 0) {
    console.error("Couldn't install packages. See npm's output above.");
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}
