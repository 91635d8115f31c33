import { defineOperation } from "../../define-operation";
import { Ruleset, RulesetPath } from "./ruleset";

export const getRuleset = defineOperation({
  id: "getRuleset",
  summary: "Get a ruleset",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets/{rulesetId?}",
  pathParams: RulesetPath,
  response: Ruleset,
  scopes: ["repository:rulesets:read"],
});
