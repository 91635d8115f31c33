// Finds rules of the specifications (docs/rules) that no test title names.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.mjs";

const idsIn = (text) => text.match(/\b[AEHP]-[A-Z]+-[0-9]+[a-z]?\b/g) ?? [];

/** Rules named in the files of tests, whether or not they are run. */
function rulesInTestFiles() {
  const folders = ["app", "components", "e2e", "git", "lib", "postgres", "runner", "scripts", "service", "worker"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.(?:test\.tsx?|spec\.ts)$/.test(name))
      .map((name) => join(root, folder, name)),
  );
  return new Set(files.flatMap((file) => idsIn(readFileSync(file, "utf8"))));
}

/**
 * Returns, per register, the number of rules, the ids that no test names, and those that are named only by tests that weren't
 * run: `titles` are the titles of all others.
 */
export function untestedRules(titles) {
  const tested = new Set(titles.flatMap(idsIn));
  const named = rulesInTestFiles();
  const folder = join(root, "docs", "rules");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsv"))
    .map((name) => {
      const lines = readFileSync(join(folder, name), "utf8").split("\n").slice(1);
      const ids = lines.map((line) => line.split("\t")[0]).filter(Boolean);
      const missing = ids.filter((id) => !tested.has(id));
      const [untested, notRun] = [missing.filter((id) => !named.has(id)), missing.filter((id) => named.has(id))];
      return { name, rules: ids.length, untested, notRun };
    });
}
