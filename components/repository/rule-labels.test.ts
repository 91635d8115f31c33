import { describe, expect, it } from "vitest";
import { bypassLabel, kindLabel, ruleLabel } from "./rule-labels";

describe("rule labels", () => {
  it.each([
    ["pull_request", {}, "Requires a pull request with 1 approving review"],
    [
      "pull_request",
      { requiredApprovingReviewCount: 2, requireCodeOwnerReview: true },
      "Requires a pull request with 2 approving reviews, code owner review",
    ],
    ["block_direct_updates", {}, "Blocks direct pushes"],
    ["ref_name_pattern", { pattern: "^fix/", negate: true }, "Name must not match ^fix/"],
    [
      "require_status_checks",
      { requiredChecks: [{ actorKind: "app", actorId: "app_ci", groupKey: "ci", runKey: "unit" }] },
      "Requires status checks: unit (app_ci)",
    ],
    ["deletion", {}, "Blocks deletion"],
  ])("%s %j", (ruleType, parameters, words) => {
    expect(ruleLabel({ ruleType, parameters })).toBe(words);
  });

  it("show unknown rules as is", () => {
    expect(ruleLabel({ ruleType: "from_the_future", parameters: { a: 1 } })).toBe('from_the_future {"a":1}');
    expect(ruleLabel({ ruleType: "pull_request", parameters: { requiredApprovingReviewCount: 99 } })).toContain("99");
    expect(kindLabel("constructor")).toBe("constructor");
  });

  it("name the bypass actors", () => {
    expect(bypassLabel({ id: "b", bypassMode: "always", repohostRole: { role: "namespace_admin" } })).toBe(
      "namespace admin",
    );
    expect(bypassLabel({ id: "b", bypassMode: "pull_request_only", user: { id: "user_1" } })).toBe(
      "user_1 (pull requests only)",
    );
  });

  it("use the names of actors where they are known", () => {
    const nameOf = (id: string) => ({ app_ci: "CI", user_1: "Mia", grp_1: "Leads" })[id] ?? id;
    const requiredChecks = [{ actorKind: "app", actorId: "app_ci", groupKey: "ci", runKey: "unit" }];
    expect(ruleLabel({ ruleType: "require_status_checks", parameters: { requiredChecks } }, nameOf)).toBe(
      "Requires status checks: unit (CI)",
    );
    expect(bypassLabel({ id: "b", bypassMode: "always", user: { id: "user_1" } }, nameOf)).toBe("Mia");
    const team = { organizationPublicId: "org_1", groupPublicId: "grp_1" };
    expect(bypassLabel({ id: "b", bypassMode: "always", team }, nameOf)).toBe("Leads");
  });
});
