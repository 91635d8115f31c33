// npm run test:changed [-- REVISION] [-- --all]: the unit and browser tests related to the files changed since a revision, by
// default the last commit. With --all, also those that take long.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./bundle.mjs";
import { chromium } from "./chromium.mjs";
import { relatedSpecs } from "./testing/related-specs.mjs";

process.chdir(root);
const options = process.argv.slice(2);
const all = options.includes("--all");
const revision = options.find((option) => option !== "--all") ?? "HEAD";

/** The paths that git prints. */
function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { encoding: "utf8" });
  if (status === 0) return stdout.split("\0").filter(Boolean);
  console.error(stderr.trim());
  process.exit(1);
}

function run(program, args, environment = {}) {
  const env = { ...process.env, TESTS: all ? "all" : "gate", ...environment };
  return spawnSync(process.execPath, [join("node_modules", program), ...args], { stdio: "inherit", env }).status === 0;
}

const changed = git("diff", "--name-only", "-z", "--end-of-options", revision);
const files = [...changed, ...git("ls-files", "--others", "--exclude-standard", "-z")];
const specs = relatedSpecs(files);
console.log(`Changed files: ${files.length}. Related browser test files: ${specs === "all" ? "all" : specs.length}.`);

let ok = run("vitest/vitest.mjs", [
  "run",
  "--changed",
  revision,
  "--passWithNoTests",
  ...(all ? [] : ["--tags-filter=!long"]),
]);
if (specs.length > 0) {
  const names = specs === "all" ? [] : specs;
  const browser = chromium();
  const environment = browser ? { CHROMIUM_PATH: browser } : {};
  ok = run("@playwright/test/cli.js", ["test", "--pass-with-no-tests", ...names], environment) && ok;
}
process.exitCode = ok ? 0 : 1;
