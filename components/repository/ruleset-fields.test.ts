import { describe, expect, it } from "vitest";
import { readRules, rulesetFields } from "./ruleset-fields";

describe("ruleset form", () => {
  it("round-trips a stored ruleset", () => {
    const fields = rulesetFields({
      id: "rs_1",
      name: "Guard",
      description: "",
      enforcement: "evaluate",
      kind: "push_branch",
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

  it("reports errors with their field before submitting", () => {
    const blank = rulesetFields(undefined);
    expect(readRules(blank)).toHaveProperty("body");
    expect(readRules({ ...blank, rules: "{" })).toEqual({ problem: "must be a JSON array", at: "rules" });
    expect(readRules({ ...blank, rules: '[{"ruleType":"deletion"}]' })).toMatchObject({ at: "rules" });
    expect(readRules({ ...blank, bypass: '[{"bypassMode":"always"}]' })).toMatchObject({ at: "bypass" });
    expect(readRules({ ...blank, included: "~NONE" })).toMatchObject({ at: "other" });
  });
});
