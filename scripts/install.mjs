// Installs the dependencies when they are missing or the lock file has changed since.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

function check(program, args, advice) {
  if (spawnSync(program, args, { stdio: "ignore" }).status !== 0) {
    console.error(advice);
    process.exit(1);
  }
}

/** Makes sure of Node, git and the packages; ends the process with advice when something is missing. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Slipway needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(1);
  }
  check("git", ["--version"], "Slipway needs git 2.38 or newer; install git and start again.");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules", ".slipway-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  console.log("Installing packages…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const run = (args) => spawnSync(npm, [...args, "--no-audit", "--no-fund"], { cwd: root, stdio: "inherit" }).status;
  if (run(["ci"]) !== 0 && run(["install"]) !== 0) {
    console.error("The packages could not be installed; npm says why above.");
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}
