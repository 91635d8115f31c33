// npm test: everything CI runs. The last line is "N passed, N failed".
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { install } from "./install.mjs";

install();
const { root } = await import("./bundle.mjs");
const { build } = await import("./build.mjs");
const { chromium } = await import("./chromium.mjs");
const { installDebianPackage } = await import("./debian-package.mjs");
const { updateRegistries } = await import("./registries.mjs");
const { untestedRules } = await import("./rules.mjs");
const { checkVocabulary } = await import("./vocabulary.mjs");

process.chdir(root);
const reports = join(root, ".reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

let passed = 0;
let failed = 0;

/** Runs a program from node_modules. With `buffered`, its output is printed when it exits, for parallel steps. */
async function step(name, [program, ...args], { environment = {}, buffered = false } = {}) {
  const started = Date.now();
  if (!buffered) console.log(`\n— ${name}`);
  const child = spawn(process.execPath, [join("node_modules", program), ...args], {
    stdio: ["ignore", buffered ? "pipe" : "inherit", buffered ? "pipe" : "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1", ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  if (buffered) console.log(`\n— ${name}\n${output.trimEnd()}`);
  console.log(`  ${name}: ${code === 0 ? "ok" : "FAILED"} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return code === 0;
}

/** Counts a step as one passed or failed test. */
function count(ok) {
  if (ok) passed += 1;
  else failed += 1;
}

function report(name) {
  try {
    return JSON.parse(readFileSync(join(reports, name), "utf8"));
  } catch {
    return undefined;
  }
}

const sources = ["app", "components", "lib", "postgres", "scripts", "service", "worker"];
const parallel = { buffered: true };
const checks = await Promise.all([
  step("lint", ["@biomejs/biome/bin/biome", "check", "."], parallel),
  step("imports", ["dependency-cruiser/bin/dependency-cruise.mjs", ...sources], parallel),
  step("route types", ["next/dist/bin/next", "typegen"], parallel).then(() =>
    step("types", ["typescript/bin/tsc", "--noEmit"], parallel),
  ),
]);
for (const ok of checks) count(ok);
const outdated = updateRegistries({ check: true });
if (outdated.length > 0) console.log(`\nOut of date: ${outdated.join(", ")}. Run \`npm run registries\`.`);
count(outdated.length === 0);
const words = checkVocabulary();
if (words.length > 0) console.log(`\nWords to replace:\n${words.join("\n")}`);
count(words.length === 0);

const hasBubblewrap =
  existsSync("/usr/bin/bwrap") || process.platform !== "linux" || installDebianPackage("bubblewrap");
if (!hasBubblewrap) console.log("\nbubblewrap not found: the tests of the sandbox are skipped.");

const unit = await step(
  "unit and service tests",
  [
    "vitest/vitest.mjs",
    "run",
    "--reporter=dot",
    "--reporter=json",
    `--outputFile.json=${join(reports, "vitest.json")}`,
    "--reporter=./scripts/file-times-reporter.mjs",
  ],
  { environment: { FILE_TIMES: join(reports, "file-times.json") } },
);
const units = report("vitest.json");
passed += units?.numPassedTests ?? 0;
failed += units?.numFailedTests ?? 0;
if (!unit && !units?.numFailedTests) failed += 1;

await build();
const browser = chromium();
const browserOk = await step("browser tests", ["@playwright/test/cli.js", "test"], {
  environment: {
    ...(browser ? { CHROMIUM_PATH: browser } : {}),
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(reports, "playwright.json"),
  },
});
const browsers = report("playwright.json");
passed += browsers?.stats?.expected ?? 0;
failed += (browsers?.stats?.unexpected ?? 0) + (browsers?.stats?.flaky ?? 0);
if (!browserOk && !browsers?.stats?.unexpected) failed += 1;

const specs = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)];
const titlesOf = (suite) => [
  suite.title,
  ...suite.specs.map(({ title }) => title),
  ...(suite.suites ?? []).flatMap(titlesOf),
];
const titles = [
  ...(units?.testResults ?? []).flatMap((file) => file.assertionResults.map(({ fullName }) => fullName)),
  ...(browsers?.suites ?? []).flatMap(titlesOf),
];
console.log("");
for (const { name, rules, untested } of untestedRules(titles)) {
  console.log(`${name}: ${untested.length} of ${rules} rules without a test ${untested.join(" ")}`.trimEnd());
  count(untested.length === 0);
}

const durations = ({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration));
const times = [
  ...(report("file-times.json") ?? []),
  ...(browsers?.suites ?? []).map((suite) => [
    join("e2e", suite.file),
    specs(suite)
      .flatMap(durations)
      .reduce((sum, ms) => sum + ms, 0),
  ]),
];
console.log("\nSlowest test files");
for (const [name, ms] of times.sort((a, b) => b[1] - a[1]).slice(0, 10)) {
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
