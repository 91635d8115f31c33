import { defineOperation } from "../../define-operation";
import { Ruleset, RulesetBody, RulesetPath } from "./ruleset";

export const updateRuleset = defineOperation({
  id: "updateRuleset",
  summary: "Replace a ruleset, including its rules and bypass list",
  method: "PUT",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets/{rulesetId?}",
  pathParams: RulesetPath,
  bodyBytes: 4 * 1024 * 1024,
  body: RulesetBody,
  response: Ruleset,
  scopes: ["repository:rulesets:write"],
  role: "admin",
});
