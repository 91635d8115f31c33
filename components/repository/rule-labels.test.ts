import { describe, expect, it } from "vitest";
import { bypassLabel, kindLabel, ruleLabel } from "./rule-labels";

describe("rules in words", () => {
  it.each([
    ["pull_request", {}, "A pull request with 1 approving review"],
    [
      "pull_request",
      { requiredApprovingReviewCount: 2, requireCodeOwnerReview: true },
      "A pull request with 2 approving reviews, of code owners too",
    ],
    ["block_direct_updates", {}, "It changes by pull requests alone"],
    ["ref_name_pattern", { pattern: "^fix/", negate: true }, "Its name does not match ^fix/"],
    [
      "require_status_checks",
      { requiredChecks: [{ actorKind: "app", actorId: "app_ci", groupKey: "ci", runKey: "unit" }] },
      "Checks that pass: unit (app_ci)",
    ],
    ["deletion", {}, "Nobody deletes it"],
  ])("%s %j", (ruleType, parameters, words) => {
    expect(ruleLabel({ ruleType, parameters })).toBe(words);
  });

  it("show what nobody here knows as it is", () => {
    expect(ruleLabel({ ruleType: "from_the_future", parameters: { a: 1 } })).toBe('from_the_future {"a":1}');
    expect(ruleLabel({ ruleType: "pull_request", parameters: { requiredApprovingReviewCount: 99 } })).toContain("99");
    expect(kindLabel("constructor")).toBe("constructor");
  });

  it("name who may pass", () => {
    expect(bypassLabel({ id: "b", bypassMode: "always", repohostRole: { role: "namespace_admin" } })).toBe(
      "namespace admin",
    );
    expect(bypassLabel({ id: "b", bypassMode: "pull_request_only", user: { id: "user_1" } })).toBe(
      "user_1 (merges alone)",
    );
  });
});
