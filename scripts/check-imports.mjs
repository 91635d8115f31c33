// Holds the one-way imports of the house (docs/architecture.md). Prints each import that breaks a wall.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rooms = ["app", "components", "lib", "service", "worker", "postgres"];

const pure = ["lib/contract", "lib/environment", "lib/masking"];
const foundation = [...pure, "lib/settings", "lib/log", "lib/clock"];
const serverOnly = ["lib/upstream", "lib/store", "lib/auth", "lib/live/server", "lib/dashboard", "lib/agent-index"];

/** From a folder, what else of the project it may import. The longest matching folder rules. */
const allowed = {
  app: ["app", "components", "lib", "postgres"],
  components: ["components", "lib"],
  lib: ["lib"],
  "lib/contract": ["lib/contract"],
  "lib/environment": ["lib/environment"],
  "lib/masking": ["lib/masking"],
  "lib/agent-query": ["lib/agent-query", "lib/contract"],
  "lib/transcript": ["lib/transcript", "lib/contract"],
  "lib/settings": ["lib/settings"],
  "lib/log": ["lib/log", "lib/masking"],
  "lib/clock": ["lib/clock"],
  "lib/auth": ["lib", "postgres"],
  "lib/store": ["lib", "postgres"],
  "lib/dashboard": ["lib", "postgres"],
  "lib/live/server": ["lib", "postgres"],
  service: ["service", "postgres", ...foundation],
  "service/runner": ["service/runner", "service/git", ...foundation],
  "service/git": ["service/git", ...foundation],
  worker: ["worker", "service/runner", "service/git", "postgres", ...foundation],
  postgres: ["postgres", "lib/log", "lib/settings", "lib/clock"],
};

/** Packages a pure folder may use. */
const packages = { "lib/contract": ["zod"], "lib/environment": ["zod"], "lib/masking": [], "lib/transcript": ["zod"] };

const within = (path, folder) => path === folder || path.startsWith(`${folder}/`);
const ruleFor = (path) =>
  Object.keys(allowed)
    .filter((folder) => within(path, folder))
    .sort((a, b) => b.length - a.length)[0];

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* files(path);
    else if (/\.tsx?$/.test(name)) yield path;
  }
}

/** Entries of the contract bring schemas, which no page needs before its first call. */
const isSchema = (target) => /^lib\/contract\/[a-z]+\//.test(target) && !target.endsWith("/terminal");
const isStaticValue = (text, specifier) => new RegExp(`^import (?!type )[^;]*from "${specifier}"`, "m").test(text);

const problems = [];
for (const room of rooms) {
  let present;
  try {
    present = [...files(join(root, room))];
  } catch {
    continue;
  }
  for (const file of present) {
    const path = relative(root, file);
    const test = /\.test\.tsx?$|\/testing\//.test(path);
    const rule = ruleFor(path);
    const text = readFileSync(file, "utf8");
    const client = /^\s*["']use client["']/.test(text);
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)) {
      const target = specifier.startsWith("@/")
        ? specifier.slice(2)
        : specifier.startsWith(".")
          ? relative(root, join(dirname(file), specifier))
          : undefined;
      if (target === undefined) {
        const permitted = Object.entries(packages).find(([folder]) => within(path, folder))?.[1];
        const name = specifier.startsWith("@") ? specifier.split("/").slice(0, 2).join("/") : specifier.split("/")[0];
        if (permitted && !test && !permitted.includes(name)) problems.push(`${path} imports ${specifier}`);
        continue;
      }
      if (
        client &&
        serverOnly.some((folder) => within(target, folder)) &&
        !/import type[^;]*$/.test(text.slice(0, text.indexOf(specifier)).split("\n").at(-1))
      ) {
        problems.push(`${path} runs in the browser and imports ${specifier}`);
      }
      if (test && ["postgres", "lib", "service/testing"].some((folder) => within(target, folder))) continue;
      if (!test && within(path, "lib/queries") && isSchema(target) && isStaticValue(text, specifier)) {
        problems.push(`${path} imports ${specifier} with every page: use () => import("${specifier}")`);
      }
      if (!allowed[rule].some((folder) => within(target, folder))) problems.push(`${path} imports ${specifier}`);
    }
  }
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} imports break a wall of the house`);
  process.exit(1);
}
