// npm test: everything CI runs. The last line is "N passed, N failed".
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
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

const failedChecks = [];

/** Counts a check as one passed or failed test. */
function count(ok, name) {
  if (ok) passed += 1;
  else {
    failed += 1;
    failedChecks.push(name);
  }
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
for (const [index, name] of ["lint", "imports", "types"].entries()) count(checks[index], name);
const outdated = updateRegistries({ check: true });
if (outdated.length > 0) console.log(`\nOut of date: ${outdated.join(", ")}. Run \`npm run registries\`.`);
count(outdated.length === 0, "registries");
const words = checkVocabulary();
if (words.length > 0) console.log(`\nWords to replace:\n${words.join("\n")}`);
count(words.length === 0, "vocabulary");

const hasBubblewrap =
  existsSync("/usr/bin/bwrap") || process.platform !== "linux" || installDebianPackage("bubblewrap");
if (!hasBubblewrap) console.log("\nbubblewrap not found: the tests of the sandbox are skipped.");

const hasOpenSsh = spawnSync("ssh", ["-V"]).status === 0 || installDebianPackage("openssh-client");
if (!hasOpenSsh) console.log("\nssh not found: the tests of git over SSH are skipped.");

const hasNginx = existsSync("/usr/sbin/nginx") || installDebianPackage("nginx-light");
if (!hasNginx) console.log("\nnginx not found: the tests behind a reverse proxy are skipped.");

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
const results = (units?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
const isSkipped = ({ status }) => status !== "passed" && status !== "failed";
const titlesWhere = (wanted) => results.filter(wanted).map(({ fullName }) => fullName);
const titles = [...titlesWhere((result) => !isSkipped(result)), ...(browsers?.suites ?? []).flatMap(titlesOf)];
const skipped = titlesWhere(isSkipped);
console.log("");
for (const [index, { name, rules, untested: missing }] of untestedRules(titles).entries()) {
  const untested = untestedRules([...titles, ...skipped])[index].untested;
  const skippedHere = missing.filter((id) => !untested.includes(id));
  if (skippedHere.length > 0)
    console.log(`${name}: not tested here, because tests were skipped: ${skippedHere.join(" ")}`);
  console.log(`${name}: ${untested.length} of ${rules} rules without a test ${untested.join(" ")}`.trimEnd());
  count(untested.length === 0, `rules of ${name}`);
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
// Again at the end, because only the end of a long log is kept in some places.
const firstLine = (text) =>
  stripVTControlCharacters(text ?? "")
    .split("\n", 1)[0]
    .slice(0, 200);
const broken = [
  ...failedChecks,
  ...(units?.testResults ?? []).flatMap(({ name, assertionResults, message }) => {
    const tests = assertionResults.filter(({ status }) => status === "failed");
    const file = relative(root, name);
    if (tests.length === 0) return message ? [`${file}: ${firstLine(message)}`] : [];
    return tests.map(({ fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`);
  }),
  ...(browsers?.suites ?? []).flatMap((suite) =>
    specs(suite)
      .filter(({ ok }) => !ok)
      .map(({ title, line, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => (error ? [error.message] : [])));
        return `e2e/${suite.file}:${line} ${title}: ${firstLine(errors[0])}`;
      }),
  ),
];
if (broken.length > 0) console.log(`\nFailed tests\n${broken.map((each) => `  ${each}`).join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
