import { z } from "zod";
import { defineOperation } from "../../operation";
import { RepoPath } from "../repo";
import { Ruleset, RulesetBody } from "./ruleset";

export const createRuleset = defineOperation({
  id: "createRuleset",
  summary: "Create a ruleset",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets",
  pathParams: RepoPath,
  query: z.looseObject({}),
  bodyBytes: 4 * 1024 * 1024,
  body: RulesetBody,
  response: Ruleset,
  family: "repohost",
  scopes: ["repository:rulesets:write"],
  points: 5,
  role: "admin",
});
