import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepohostPageQuery } from "../pagination";
import { Owner, RepoPath } from "../repo";
import { RepositoryGrant } from "./grant";

export const listRepositoryGrants = defineOperation({
  id: "listRepositoryGrants",
  summary: "List the direct grants on a repository",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/grants",
  pathParams: RepoPath,
  query: RepohostPageQuery,
  response: z.looseObject({
    grants: z.array(RepositoryGrant),
    repository: z.looseObject({ id: z.string(), name: z.string(), owner: Owner }),
    nextPageToken: z.string(),
  }),
  scopes: ["repository:settings:read"],
});
