import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";
import { GitRef } from "./git-ref";

export const listMatchingGitRefs = defineOperation({
  id: "listMatchingGitRefs",
  summary: "List the references that match a prefix",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/matching-refs/{ref+}",
  pathParams: RepoPath.extend({ ref: z.string().optional() }),
  query: z.looseObject({ ref: z.string().optional() }),
  response: z.looseObject({ refs: z.array(GitRef) }),
  alternates: ["/v1/repohost/repos/{ownerSlug}/{repoName}/git/matching-refs"],
  scopes: ["repository:contents:read"],
  conflicts: true,
});
