// Mutates the service's operations, one change at a time, and reports the mutations that no test catches.
// npm run test:mutation -- --minutes=30 --count=50 --seed=1 --files=service/queue
// --trusted: the whole suite has just passed, so don't run the tests without a mutant first.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { createVitest } from "vitest/node";
import { root } from "./bundle.mjs";
import { mutantsOf, mutate } from "./mutation/mutants.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    count: { type: "string", default: "Infinity" },
    seed: { type: "string", default: "1" },
    files: { type: "string", default: "service/" },
    trusted: { type: "boolean", default: false },
  },
});
const until = Date.now() + Number(values.minutes) * 60_000;
/** Tests of other folders that use an operation. More of them cost more time than they kill mutants. */
const maxOtherTests = 3;

const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);
const read = (file) => readFileSync(join(root, file), "utf8");
const tests = listed
  .filter((file) => /^(?:git|runner|service|worker|lib\/contract)\/.*\.test\.ts$/.test(file))
  .filter((file) => !/chaos|fuzz|cluster/.test(file));
const testTexts = new Map(tests.map((file) => [file, read(file)]));

/**
 * The tests of an operation, in groups that are run until one fails: those in its folder that use it, some of other
 * folders that do, and the rest of its folder.
 */
function testsOf(file, source) {
  const operation = /\bimplement\(\s*(\w+)/.exec(source)?.[1];
  const uses = (test) => new RegExp(`\\b${operation}\\b`).test(testTexts.get(test) ?? "");
  const inFolder = tests.filter((test) => dirname(test) === dirname(file));
  const own = file.replace(/\.ts$/, ".test.ts");
  const using = inFolder.filter((test) => test === own || uses(test));
  const others = tests.filter((test) => dirname(test) !== dirname(file) && uses(test));
  const rest = inFolder.filter((test) => !using.includes(test));
  return [using, others.slice(0, maxOtherTests), rest].filter((group) => group.length > 0);
}

/** A generator of numbers from 0 to 1 (mulberry32), so that a seed repeats a sample. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const all = listed
  .filter(
    (file) =>
      file.startsWith(values.files) &&
      /^service\/.*\.ts$/.test(file) &&
      !/\.test\.ts$|\/testing\/|\.generated\.ts$/.test(file),
  )
  .map((file) => ({ file, source: read(file) }))
  .filter(({ source }) => /\bimplement\(/.test(source))
  .flatMap(({ file, source }) => mutantsOf(source).map((mutant) => ({ ...mutant, file, source })));
const random = generator(Number(values.seed));
const sample = all
  .map((mutant) => ({ mutant, order: random() }))
  .sort((a, b) => a.order - b.order)
  .map(({ mutant }) => mutant);

// A copy, so that an interrupted run leaves no mutant behind.
const copy = mkdtempSync(join(tmpdir(), "slipway-mutation-"));
for (const file of listed) {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  cpSync(join(root, file), join(copy, file));
}
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
process.chdir(copy);
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    rmSync(copy, { recursive: true, force: true });
    process.exit(1);
  });
}

const quiet = { onTestRunEnd() {} };
const vitest = await createVitest("test", {
  root: copy,
  watch: false,
  bail: 1,
  maxWorkers: 2,
  testTimeout: 90_000,
  reporters: [quiet],
  // The usual folder is shared, and each copy would delete what the others use.
  experimental: { fsModuleCache: true, fsModuleCachePath: join(copy, "module-cache") },
});
await vitest.standalone();

/** Runs tests. Returns whether all of them passed. */
async function passes(files) {
  const wanted = new Set(files.map((file) => join(copy, file)));
  const specifications = (await vitest.getRelevantTestSpecifications([...wanted])).filter(({ moduleId }) =>
    wanted.has(moduleId),
  );
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok() || module.state() === "skipped");
}

/** Whether a group of tests passes without a mutant. */
const baselines = new Map();
async function passesUnchanged(group) {
  const key = group.join(" ");
  if (!baselines.has(key)) baselines.set(key, values.trusted || (await passes(group)));
  return baselines.get(key);
}
const killed = [];
const survivors = [];
const untested = new Set();
const broken = new Set();

/** Whether all tests of a mutant's file pass with it. Undefined if some fail without it, too. */
async function survives(mutant, groups) {
  const path = join(copy, mutant.file);
  for (const group of groups) {
    if (!(await passesUnchanged(group))) return undefined;
    writeFileSync(path, mutate(mutant.source, mutant));
    vitest.invalidateFile(path);
    const survived = await passes(group);
    writeFileSync(path, mutant.source);
    vitest.invalidateFile(path);
    if (!survived) return false;
  }
  return true;
}

try {
  for (const mutant of sample) {
    if (Date.now() > until || killed.length + survivors.length >= Number(values.count)) break;
    const { file, source, line, kind, original, replacement } = mutant;
    const groups = testsOf(file, source);
    const survived = groups.length > 0 ? await survives(mutant, groups) : undefined;
    if (survived === undefined) {
      (groups.length > 0 ? broken : untested).add(file);
      continue;
    }
    const shown = original.replace(/\s+/g, " ").slice(0, 60);
    const text = `${file}:${line} ${kind}: ${shown} → ${replacement || "(nothing)"}`;
    (survived ? survivors : killed).push(text);
    console.log(`${survived ? "survived" : "killed  "} ${text}`);
  }
} finally {
  await vitest.close();
  process.chdir(root);
  rmSync(copy, { recursive: true, force: true });
}

const tried = killed.length + survivors.length;
console.log(
  `\n${all.length} mutants, ${tried} tried (seed ${values.seed}), ${killed.length} killed, ${survivors.length} survived`,
);
for (const each of survivors) console.log(`  ${each}`);
for (const file of untested) console.log(`  no tests found: ${file}`);
for (const file of broken) console.log(`  tests fail without a mutant: ${file}`);
