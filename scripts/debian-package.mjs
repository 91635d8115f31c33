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

/** Installs a Debian package if the system is Debian and the account is allowed to. Returns whether it was installed. */
export function installDebianPackage(name) {
  if (!isDebian() || process.getuid?.() !== 0) return false;
  console.log(`Installing ${name} for the tests…`);
  return run("apt-get", ["update", "-qq"]) && run("apt-get", ["install", "-y", "-qq", name]);
}
