// Fails if a regular expression can take more than linear time on text it doesn't match.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync } from "@swc/core";
import { analyse } from "scslre";

/** Files whose expressions only read text of this repository. */
const exempt = new Set(["components/ui/class-names.ts", "scripts/vocabulary.mjs"]);
const folders = ["app", "components", "git", "lib", "postgres", "runner", "scripts", "service", "worker"];
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...folders], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => !exempt.has(file))
  .filter((file) => /\.(?:ts|tsx|mjs|js)$/.test(file) && !/\.test\.tsx?$|\/testing\/|\.generated\.ts$/.test(file));

/** Calls `found` with every regular expression literal below a node. */
function visit(node, found) {
  if (Array.isArray(node)) for (const each of node) visit(each, found);
  else if (node !== null && typeof node === "object") {
    if (node.type === "RegExpLiteral") found(node);
    for (const value of Object.values(node)) visit(value, found);
  }
}

const problems = [];
let count = 0;
for (const file of files) {
  const tsx = file.endsWith(".tsx");
  const typed = /\.tsx?$/.test(file);
  const syntax = typed ? { syntax: "typescript", tsx } : { syntax: "ecmascript" };
  visit(parseSync(readFileSync(file, "utf8"), { ...syntax, target: "es2024" }), ({ pattern, flags }) => {
    count += 1;
    const { reports } = analyse({ source: pattern, flags });
    for (const { type, exponential } of reports) {
      problems.push(`${file}: /${pattern}/${flags} takes ${exponential ? "exponential" : "quadratic"} time (${type})`);
    }
  });
}
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`${count} regular expressions take linear time`);
