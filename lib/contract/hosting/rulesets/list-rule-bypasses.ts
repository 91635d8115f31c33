import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { RepoPath } from "../repo";
import { ListedRuleBypass } from "../rule-bypass";

export const listRuleBypasses = defineOperation({
  id: "listRuleBypasses",
  summary: "List the changes of a repository that bypassed rules, newest first",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/rule-bypasses",
  pathParams: RepoPath,
  query: RepohostPageQuery,
  response: z.looseObject({ bypasses: z.array(ListedRuleBypass), nextPageToken: z.string() }),
  scopes: ["repository:rulesets:read"],
});
