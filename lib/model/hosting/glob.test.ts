import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileGlob } from "./glob";

const runs = { numRuns: 300 };
const part = fc.stringMatching(/^[a-c.]{1,4}$/);
const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));

const expressions = new Map([
  ["*", "[^/]*"],
  ["**", "[^]*"],
  ["?", "[^/]"],
  [".", "\\."],
]);

describe("a glob", () => {
  it.each([
    ["main", "main", "main2", "mai"],
    ["release/*", "release/1", "release/1/2", "release"],
    ["release/**", "release/1/2", "hotfix/1", "release"],
    ["**/x", "x", "ax", "a/y"],
    ["**/x", "a/b/x", "a/bx", "x/"],
    ["a/**/z", "a/z", "az", "a/bz"],
    ["a/**/z", "a/b/c/z", "b/z", "a/b/c"],
    ["v?", "v1", "v", "v/"],
    ["v[0-9].*", "v1.0", "va.0", "v1/0"],
    ["[!a]b", "bb", "ab", "/b"],
    ["[^a]b", "cb", "ab", "b"],
    ["[]]", "]", "a", "[]"],
    ["[a", "[a", "a", "["],
    ["\\*", "*", "a", "\\*"],
    ["ünï/*", "ünï/é", "uni/e", "ünï/"],
  ])("%s matches %s, not %s and not %s", (pattern, yes, no, neither) => {
    const match = compileGlob(pattern);
    expect([match(yes), match(no)]).toEqual([true, false]);
    // `release/*` matches the empty last part, as globs do.
    if (!pattern.endsWith("*")) expect(match(neither)).toBe(false);
  });

  it("without wildcards matches only itself", () => {
    fc.assert(
      fc.property(name, name, (one, other) => compileGlob(one)(other) === (one === other)),
      runs,
    );
  });

  it("matches the equivalent regular expression", () => {
    const piece = fc.constantFrom("*", "**", "?", "a", "b", "/", ".");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), name, (pieces, text) => {
        const glob = pieces.join("x");
        // Letters between the pieces: `**` is never a whole folder.
        const source = pieces.map((each) => expressions.get(each) ?? each).join("x");
        fc.pre(!/(^|\/)\*\*\//.test(glob));
        expect(compileGlob(glob)(text)).toBe(new RegExp(`^(?:${source})$`).test(text));
      }),
      runs,
    );
  });

  it("as a whole folder matches any number of folders", () => {
    fc.assert(
      fc.property(name, name, (folders, last) => compileGlob(`**/${last}`)(`${folders}/${last}`)),
      runs,
    );
  });

  it("runs in time proportional to pattern and name length", () => {
    const match = compileGlob("*a".repeat(500));
    const text = "a".repeat(1_000);
    const startedAt = performance.now();
    expect(match(`${text}b`)).toBe(false);
    expect(compileGlob("**a".repeat(300))(`${text}b`)).toBe(false);
    // A backtracking matcher would never finish.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });
});
