import { z } from "zod";
import { defineOperation } from "../../operation";
import { RulesetPath } from "./ruleset";

export const deleteRuleset = defineOperation({
  id: "deleteRuleset",
  summary: "Delete a ruleset",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets/{rulesetId?}",
  pathParams: RulesetPath,
  query: z.looseObject({}),
  response: z.undefined(),
  success: 204,
  family: "repohost",
  scopes: ["repository:rulesets:write"],
  points: 5,
  role: "admin",
});
