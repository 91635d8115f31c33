import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findOwners, parseCodeowners } from "./codeowners";

const text = [
  "# Everyone",
  "*            all@example.test",
  "*.js         js@example.test  user_two # scripts",
  "/build/      build@example.test",
  "docs/*       docs@example.test",
  "apps/        apps@example.test",
  "/src/**/gen  gen@example.test",
  "with\\ blank  blank@example.test",
  "/apps/free",
  "",
].join("\r\n");
const rules = parseCodeowners(text);

describe("a CODEOWNERS file", () => {
  it.each([
    ["README.md", "all@example.test"],
    ["a/b.js", "js@example.test user_two"],
    ["build/x/y.js", "build@example.test"],
    ["sub/build/x", "all@example.test"],
    ["docs/a.md", "docs@example.test"],
    ["docs/a/b.md", "all@example.test"],
    ["x/apps/y/z", "apps@example.test"],
    ["src/a/b/gen", "gen@example.test"],
    ["src/gen/deep/file", "gen@example.test"],
    ["with blank", "blank@example.test"],
    ["apps/free", ""],
    ["apps/free/z", ""],
  ])("%s is owned by %s, from the last matching line", (path, owners) => {
    expect(findOwners(rules, path).join(" ")).toBe(owners);
  });

  it("can be parsed with any content", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (content, path) =>
        Array.isArray(findOwners(parseCodeowners(content), path)),
      ),
      { numRuns: 300 },
    );
  });
});
