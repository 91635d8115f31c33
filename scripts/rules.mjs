// Counts the rules of the specifications (docs/rules) that no test names.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.mjs";

const skipped = new Set(["node_modules", ".next", ".git", ".data", "dist"]);

function* testFiles(folder) {
  for (const name of readdirSync(folder)) {
    if (skipped.has(name)) continue;
    const path = join(folder, name);
    if (statSync(path).isDirectory()) yield* testFiles(path);
    else if (/\.(?:test|spec)\.tsx?$/.test(name)) yield path;
  }
}

/** Rules and how many of them no test names, per register. */
export function countRules() {
  const named = new Set();
  for (const file of testFiles(root)) {
    for (const [id] of readFileSync(file, "utf8").matchAll(/\b[AEHP]-[A-Z]+-[0-9]+[a-z]?\b/g)) named.add(id);
  }
  const folder = join(root, "docs", "rules");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsv"))
    .map((name) => {
      const ids = readFileSync(join(folder, name), "utf8")
        .split("\n")
        .slice(1)
        .map((line) => line.split("\t")[0])
        .filter(Boolean);
      return { name, rules: ids.length, unnamed: ids.filter((id) => !named.has(id)).length };
    });
}
