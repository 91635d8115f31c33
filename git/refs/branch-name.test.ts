import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkBranchName, isRefName } from "./branch-name";

function gitAccepts(name: string): boolean {
  try {
    execFileSync("git", ["check-ref-format", `refs/heads/${name}`], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("checkBranchName", () => {
  it.each(["main", "feature/a", "release/1.0", "a@b", "grün", "ab12345", "x".repeat(200)])("accepts %s", (name) => {
    expect(checkBranchName(name)).toBeUndefined();
  });

  it.each([
    ["", "must not be empty"],
    ["-x", "must not start with a dash"],
    ["--upload-pack=id", "must not start with a dash"],
    ["HEAD", "must not be HEAD"],
    ["@", "must not be @"],
    ["a".repeat(40), "must not look like an object id"],
    ["0".repeat(64), "must not look like an object id"],
    ["refs/heads/main", "must not start with refs/"],
    ["x".repeat(201), "must be at most 200 bytes"],
    ["é".repeat(101), "must be at most 200 bytes"],
    ["a\u202eb", "must not contain text direction controls"],
    ["a\ud800", "must be valid Unicode"],
    ["a..b", "is not a valid branch name"],
    ["a b", "is not a valid branch name"],
    ["a\nb", "is not a valid branch name"],
    ["a\0b", "is not a valid branch name"],
    ["a.lock", "is not a valid branch name"],
    ["a/.b", "is not a valid branch name"],
    ["a//b", "is not a valid branch name"],
    ["a/", "is not a valid branch name"],
    ["a@{1}", "is not a valid branch name"],
    ["main~1", "is not a valid branch name"],
    ["main^{tree}", "is not a valid branch name"],
    ["a:b", "is not a valid branch name"],
  ])("rejects %j", (name, reason) => {
    expect(checkBranchName(name)).toBe(reason);
  });

  it("agrees with git check-ref-format on every name", () => {
    const character = fc.constantFrom(..."ab.@{}/~^:?*[\\ -lock\u007f\u0001é\n".split(""), ".lock", "..", "@{");
    const name = fc.array(character, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(name, (text) => isRefName(text) === gitAccepts(text)),
      { numRuns: 250 },
    );
  });

  it("accepts only names that git accepts and that can't be parsed as an option", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        if (checkBranchName(text) === undefined) return isRefName(text) && !text.startsWith("-");
        return true;
      }),
    );
  });
});
