import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepositoryReference } from "../pull-request";
import { RepoPath } from "../repo";
import { Ruleset } from "./ruleset";

export const listRulesets = defineOperation({
  id: "listRulesets",
  summary: "List the rulesets of a repository, oldest first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rulesets",
  pathParams: RepoPath,
  response: z.looseObject({ rulesets: z.array(Ruleset), repository: RepositoryReference }),
  scopes: ["repository:rulesets:read"],
});
