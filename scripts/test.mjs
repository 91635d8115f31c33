// npm test: everything CI runs. Ends with one line "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { install } from "./install.mjs";

install();
const { root } = await import("./bundle.mjs");
const { build } = await import("./build.mjs");
const { chromium } = await import("./chromium.mjs");
const { countRules } = await import("./rules.mjs");

process.chdir(root);
const reports = join(root, ".reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

let passed = 0;
let failed = 0;

function step(name, args, environment = {}) {
  const started = Date.now();
  console.log(`\n— ${name}`);
  const { status } = spawnSync(process.execPath, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1", ...environment },
  });
  console.log(`  ${name}: ${status === 0 ? "ok" : "FAILED"} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}

/** A check that is one thing: it passes or fails as a whole. */
function check(name, args) {
  if (step(name, args)) passed += 1;
  else failed += 1;
}

function report(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8"));
  } catch {
    return undefined;
  }
}

const bin = (path) => join("node_modules", path);

check("lint", [bin("@biomejs/biome/bin/biome"), "check", "."]);
const sources = ["app", "components", "lib", "postgres", "scripts", "service", "worker"];
check("registries", ["scripts/registries.mjs", "--check"]);
check("imports", [bin("dependency-cruiser/bin/dependency-cruise.mjs"), ...sources]);
step("route types", [bin("next/dist/bin/next"), "typegen"]);
check("types", [bin("typescript/bin/tsc"), "--noEmit"]);

const unit = step("unit and service tests", [
  bin("vitest/vitest.mjs"),
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${join(reports, "vitest.json")}`,
]);
const units = report("vitest.json");
passed += units?.numPassedTests ?? 0;
failed += units?.numFailedTests ?? 0;
if (!unit && !units?.numFailedTests) failed += 1;

await build();
const browser = chromium();
const browserOk = step("browser tests", [bin("@playwright/test/cli.js"), "test"], {
  ...(browser ? { CHROMIUM_PATH: browser } : {}),
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "playwright.json"),
});
const browsers = report("playwright.json");
passed += browsers?.stats?.expected ?? 0;
failed += (browsers?.stats?.unexpected ?? 0) + (browsers?.stats?.flaky ?? 0);
if (!browserOk && !browsers?.stats?.unexpected) failed += 1;

console.log("");
for (const { name, rules, unnamed } of countRules())
  console.log(`${name}: ${unnamed} of ${rules} rules named by no test`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
