// Installs the packages that are missing.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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

const packagesOf = (file) => Object.entries(JSON.parse(readFileSync(file, "utf8")).packages);

/**
 * Returns npm's arguments that install what is missing in `folder`, or `undefined`. Without `development`, packages that only tests and
 * linters use aren't installed, but kept if they are there. With it, they are added to the others, which a running Slipway may use.
 */
export function missingPackages(folder, { development }) {
  const installed = join(folder, "node_modules", ".package-lock.json");
  const versions = new Map(
    existsSync(installed) ? packagesOf(installed).map(([path, { version }]) => [path, version]) : [],
  );
  // npm skips optional packages of other platforms.
  const wanted = packagesOf(join(folder, "package-lock.json")).filter(
    ([path, { optional, devOptional }]) => path !== "" && !optional && !devOptional,
  );
  const isMissing = ([path, { version }]) => versions.get(path) !== version;
  const isDevelopment = ([, { dev }]) => dev === true;
  const isProductionMissing = wanted.some((each) => !isDevelopment(each) && isMissing(each));
  const areAllMissing = wanted.filter(isDevelopment).every(isMissing);
  if (isProductionMissing) return ["ci", development || !areAllMissing ? "--include=dev" : "--omit=dev"];
  return development && wanted.some(isMissing) ? ["install", "--include=dev", "--no-save"] : undefined;
}

/** Checks Node and git, and installs missing packages. Exits with a message if something is missing. */
export function install({ development = false } = {}) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Slipway requires Node 20.19 or newer. This is ${process.versions.node}.`);
    process.exit(1);
  }
  requireProgram("git", ["--version"], "Slipway requires git 2.38 or newer. Install git and try again.");
  if (isBuilt()) return;
  const missing = missingPackages(root, { development });
  if (!missing) return;
  console.log("Installing packages…");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const [command, ...options] = missing;
  const run = (name) =>
    spawnSync(npm, [name, ...options, "--prefer-offline", "--no-audit", "--no-fund"], { cwd: root, stdio: "inherit" })
      .status;
  if (run(command) !== 0 && (command === "install" || run("install") !== 0)) {
    console.error("Couldn't install packages. See npm's output above.");
    process.exit(1);
  }
}
