import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { RepoPath } from "../repo";

export const Branch = z.looseObject({ name: z.string(), commit: z.looseObject({ sha: z.string() }) });
export type Branch = z.infer<typeof Branch>;

export const listBranches = defineOperation({
  id: "listBranches",
  summary: "List a repository's branches, sorted by name",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/branches",
  pathParams: RepoPath,
  query: RepohostPageQuery,
  response: z.looseObject({ branches: z.array(Branch), nextPageToken: z.string() }),
  scopes: ["repository:contents:read"],
});
