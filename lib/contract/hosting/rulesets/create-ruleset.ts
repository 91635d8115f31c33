import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { Ruleset, RulesetBody } from "./ruleset";

export const createRuleset = defineOperation({
  id: "createRuleset",
  summary: "Create a ruleset",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets",
  pathParams: RepoPath,
  bodyBytes: 4 * 1024 * 1024,
  body: RulesetBody,
  response: Ruleset,
  scopes: ["repository:rulesets:write"],
  role: "admin",
});
