import { describe, expect, it } from "vitest";
import { covers } from "./ref-patterns";

const ruleset = (kind: string, includedRefNames: string[], excludedRefNames: string[] = []) => ({
  kind,
  includedRefNames,
  excludedRefNames,
});
const covered = (covering: ReturnType<typeof ruleset>, refs: string[]) =>
  refs.filter((ref) => covers(covering, ref, "main"));
const refs = ["refs/heads/main", "refs/heads/release/1", "refs/heads/release/1/a", "refs/tags/v1", "refs/pull/1/head"];

describe("the references a ruleset covers", () => {
  it("H-RULE-04 H-RULE-05 H-RULE-06: are selected by globs and tokens, minus exclusions", () => {
    expect(covered(ruleset("push_branch", ["~ALL"]), refs)).toEqual(refs.slice(0, 3));
    expect(covered(ruleset("push_tag", ["~ALL"]), refs)).toEqual(["refs/tags/v1"]);
    expect(covered(ruleset("push_repository", ["~ALL"]), refs)).toEqual(refs.slice(0, 4));
    expect(covered(ruleset("merge_branch", ["~DEFAULT_BRANCH"]), refs)).toEqual(["refs/heads/main"]);
    expect(covered(ruleset("push_branch", ["refs/heads/release/*"]), refs)).toEqual(["refs/heads/release/1"]);
    expect(covered(ruleset("push_branch", ["release/**"]), refs)).toEqual(refs.slice(1, 3));
    expect(covered(ruleset("push_branch", ["~ALL"], ["~DEFAULT_BRANCH", "release/*/*"]), refs)).toEqual([
      "refs/heads/release/1",
    ]);
    expect(covered(ruleset("push_branch", ["~ALL"], ["~ALL"]), refs)).toEqual([]);
  });

  it("are none without a pattern, but everything for the whole repository", () => {
    expect(covered(ruleset("push_branch", []), refs)).toEqual([]);
    expect(covered(ruleset("push_repository", []), refs)).toEqual(refs.slice(0, 4));
    expect(covered(ruleset("push_repository", [], ["v*"]), refs)).toEqual(refs.slice(0, 3));
  });
});
