// Installs packages of Debian and its derivatives for the tests.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const run = (program, args) => spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;

function isDebian() {
  try {
    return /^(?:ID|ID_LIKE)=.*debian/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

/** Installs a Debian package when this is Debian and the account may. Returns whether it did. */
export function installDebianPackage(name) {
  if (!isDebian() || process.getuid?.() !== 0) return false;
  console.log(`Installing ${name} for the tests…`);
  return run("apt-get", ["update", "-qq"]) && run("apt-get", ["install", "-y", "-qq", name]);
}
