// Finds the rules of the specifications (docs/rules) that no test is named after.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.mjs";

/** Rules that are known to have no test, and why. */
const unproved = new Map([["E-TERM-09", "an agent isn't shown the descriptions of its terminals"]]);

/** Per register, how many rules it has and which of them appear in none of the titles, the known ones aside. */
export function unnamedRules(titles) {
  const named = new Set([...unproved.keys()]);
  for (const title of titles) for (const [id] of title.matchAll(/\b[AEHP]-[A-Z]+-[0-9]+[a-z]?\b/g)) named.add(id);
  const folder = join(root, "docs", "rules");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsv"))
    .map((name) => {
      const lines = readFileSync(join(folder, name), "utf8").split("\n").slice(1);
      const ids = lines.map((line) => line.split("\t")[0]).filter(Boolean);
      return { name, rules: ids.length, unnamed: ids.filter((id) => !named.has(id)) };
    });
}
