import { describe, expect, it } from "vitest";
import { readRules, rulesetFields } from "./ruleset-fields";

describe("the form of a ruleset", () => {
  it("holds what the service stores and gives it back", () => {
    const fields = rulesetFields({
      ...{ id: "rs_1", name: "Guard", description: "", enforcement: "evaluate", kind: "push_branch" },
      includedRefNames: ["main", "release/*"],
      excludedRefNames: ["release/old"],
      rules: [{ id: "r", ruleType: "non_fast_forward", parameters: {} }],
      bypassActors: [{ id: "b", bypassMode: "always", user: { id: "user_1" } }],
    });
    expect(readRules(fields)).toMatchObject({
      body: {
        name: "Guard",
        enforcement: "evaluate",
        kind: "push_branch",
        includedRefNames: ["main", "release/*"],
        excludedRefNames: ["release/old"],
        rules: [{ ruleType: "non_fast_forward", parameters: {} }],
        bypassActors: [{ bypassMode: "always", user: { id: "user_1" } }],
      },
    });
  });

  it("says where it is wrong before anything is sent", () => {
    const blank = rulesetFields(undefined);
    expect(readRules(blank)).toHaveProperty("body");
    expect(readRules({ ...blank, rules: "{" })).toEqual({ problem: "is no JSON list", at: "rules" });
    expect(readRules({ ...blank, rules: '[{"ruleType":"deletion"}]' })).toMatchObject({ at: "rules" });
    expect(readRules({ ...blank, bypass: '[{"bypassMode":"always"}]' })).toMatchObject({ at: "bypass" });
    expect(readRules({ ...blank, included: "~NONE" })).toMatchObject({ at: "other" });
  });
});
