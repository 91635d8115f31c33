// npm test: the checks that every change must pass. With --all, also the tests that take long, and flaky tests are failures.
// The last line is always "N passed, N failed".
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install } from "./install.mjs";

const all = process.argv.includes("--all");
/** The run ends after this time in any case, in minutes. */
const maxMinutes = all ? 240 : 40;
/** After this many failures, the run ends early. Vitest and Playwright apply it to their tests, too. */
const maxFailures = 10;
/** Time the running programs have to report their results when the run is stopped, in milliseconds. */
const graceMs = 10_000;

const started = Date.now();
let passed = 0;
const failed = [];
const flaky = [];
const titles = [];
const fileTimes = {};

let isClosed = false;
/** Prints what failed and the closing line, at the end of the output because only the end of a long log is kept in some places. */
function close() {
  if (isClosed) return;
  isClosed = true;
  const print = (heading, entries) => {
    if (entries.length === 0) return;
    console.log(
      `\n${heading}\n${entries.map(({ name, error }) => `  ${name}${error ? `: ${error}` : ""}`).join("\n")}`,
    );
  };
  print("Flaky tests, which passed when they were repeated", flaky);
  if (all) failed.push(...flaky);
  print("Failed", failed);
  console.log(`\n${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
process.on("exit", (code) => {
  if (!isClosed && code !== 0) failed.push({ name: "The run ended early. See the output above." });
  close();
});

install({ development: true });
const { root } = await import("./bundle.mjs");
const { chromium } = await import("./chromium.mjs");
const { installDebianPackage } = await import("./debian-package.mjs");
const { updateRegistries } = await import("./registries.mjs");
const { untestedRules } = await import("./rules.mjs");
const { checkVocabulary } = await import("./vocabulary.mjs");

process.chdir(root);
const reports = join(root, ".reports");
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);

const running = new Set();
/** Why no further step starts. */
let stopReason;

/** Ends the run: the running programs report what they have and exit. */
function stop(reason) {
  if (stopReason) return;
  stopReason = reason;
  console.log(`\n${reason}`);
  failed.push({ name: reason });
  for (const child of running) {
    child.kill("SIGTERM");
    // Each is the leader of a process group, so its workers and browsers end with it.
    setTimeout(() => running.has(child) && process.kill(-child.pid, "SIGKILL"), graceMs).unref();
  }
}
setTimeout(() => stop(`The run was stopped after ${maxMinutes} minutes.`), maxMinutes * 60_000).unref();
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(`The run was stopped by ${signal}.`));

/** Runs a Node program. With `buffered`, its output is printed when it exits, for parallel steps. Returns whether it succeeded. */
async function step(name, [program, ...args], { environment = {}, buffered = false } = {}) {
  if (stopReason) return false;
  const from = Date.now();
  if (!buffered) console.log(`\n— ${name}`);
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ["ignore", buffered ? "pipe" : "inherit", buffered ? "pipe" : "inherit"],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NO_COLOR: "1", ...environment },
    detached: true,
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  running.delete(child);
  if (buffered) console.log(`\n— ${name}\n${output.trimEnd()}`);
  console.log(`  ${name}: ${code === 0 ? "ok" : "FAILED"} in ${((Date.now() - from) / 1000).toFixed(1)} s`);
  return code === 0;
}

/** Counts a check as one passed or failed test. */
function count(ok, name) {
  if (ok) passed += 1;
  else failed.push({ name });
}

/** Runs tests that write a report, and adds their results. */
async function runTests(name, command, environment = {}) {
  const file = join(reports, `${name.split(" ", 1)[0]}.json`);
  const ok = await step(name, command, {
    environment: { REPORT_FILE: file, TESTS: all ? "all" : "gate", ...environment },
  });
  const report = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  passed += report?.passed ?? 0;
  failed.push(...(report?.failed ?? []));
  flaky.push(...(report?.flaky ?? []));
  titles.push(...(report?.titles ?? []));
  if (all) titles.push(...(report?.skippedTitles ?? []));
  Object.assign(fileTimes, report?.files);
  if (!ok && !stopReason && !report?.failed.length) failed.push({ name: `${name} ended with an error` });
  if (failed.length >= maxFailures && !stopReason) stop(`The run was stopped after ${failed.length} failures.`);
}

const bin = (path) => join("node_modules", path);
const sources = ["app", "components", "git", "lib", "postgres", "runner", "scripts", "service", "worker"];
const parallel = { buffered: true };
const checks = await Promise.all([
  step("lint", [bin("@biomejs/biome/bin/biome"), "check", "."], parallel),
  step("imports", [bin("dependency-cruiser/bin/dependency-cruise.mjs"), ...sources], parallel),
  step("route types", [bin("next/dist/bin/next"), "typegen"], parallel).then(() =>
    // Each further checker infers most types of the others again: four need twice the processor time of one.
    step("types", [bin("typescript/bin/tsc"), "--noEmit", "--checkers", "1"], parallel),
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
if (all && !existsSync("/usr/bin/caddy")) installDebianPackage("caddy");
if (!hasNginx) console.log("\nnginx not found: the tests behind a reverse proxy are skipped.");

await runTests("unit and service tests", [
  bin("vitest/vitest.mjs"),
  "run",
  `--bail=${maxFailures}`,
  ...(all ? [] : ["--tags-filter=!long"]),
  "--reporter=dot",
  "--reporter=./scripts/testing/vitest-reporter.mjs",
]);

if (await step("build", ["scripts/build.mjs"])) {
  const browser = chromium();
  const command = [bin("@playwright/test/cli.js"), "test", `--max-failures=${maxFailures}`];
  await runTests("browser tests", command, browser ? { CHROMIUM_PATH: browser } : {});
} else if (!stopReason) count(false, "build");

if (!stopReason) {
  console.log("");
  for (const { name, rules, untested, notRun } of untestedRules(titles)) {
    console.log(`${name}: ${untested.length} of ${rules} rules without a test ${untested.join(" ")}`.trimEnd());
    if (notRun.length > 0) console.log(`  Tested only by tests that weren't run here: ${notRun.join(" ")}`);
    count(untested.length === 0 && (notRun.length === 0 || !all), `rules of ${name}`);
  }
}

writeFileSync(join(reports, "flaky.json"), JSON.stringify(flaky, undefined, 2));
console.log("\nSlowest test files");
for (const [name, ms] of Object.entries(fileTimes)
  .sort((a, b) => b[1] - a[1])
  .slice(0, 10)) {
  console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`);
}
console.log(`\nFinished in ${((Date.now() - started) / 60_000).toFixed(1)} minutes`);
close();
process.exit();
