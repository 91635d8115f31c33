import { z } from "zod";
import { defineOperation } from "../../operation";
import { Ruleset, RulesetPath } from "./ruleset";

export const getRuleset = defineOperation({
  id: "getRuleset",
  summary: "Get a ruleset",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets/{rulesetId?}",
  pathParams: RulesetPath,
  query: z.looseObject({}),
  response: Ruleset,
  family: "repohost",
  scopes: ["repository:rulesets:read"],
});
