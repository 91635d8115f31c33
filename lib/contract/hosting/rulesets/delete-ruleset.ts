import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RulesetPath } from "./ruleset";

export const deleteRuleset = defineOperation({
  id: "deleteRuleset",
  summary: "Delete a ruleset",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets/{rulesetId?}",
  pathParams: RulesetPath,
  response: z.undefined(),
  success: 204,
  scopes: ["repository:rulesets:write"],
  role: "admin",
});
