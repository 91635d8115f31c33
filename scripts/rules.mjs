// Finds rules of the specifications (docs/rules) that no test title names.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.mjs";

/** Rules without a test, and why. */
const exempt = new Map([]);

/** Returns, per register, the number of rules and the ids that no title names, except exempt ones. */
export function untestedRules(titles) {
  const named = new Set([...exempt.keys()]);
  for (const title of titles) for (const [id] of title.matchAll(/\b[AEHP]-[A-Z]+-[0-9]+[a-z]?\b/g)) named.add(id);
  const folder = join(root, "docs", "rules");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsv"))
    .map((name) => {
      const lines = readFileSync(join(folder, name), "utf8").split("\n").slice(1);
      const ids = lines.map((line) => line.split("\t")[0]).filter(Boolean);
      return { name, rules: ids.length, untested: ids.filter((id) => !named.has(id)) };
    });
}
