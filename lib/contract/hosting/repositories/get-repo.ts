import { z } from "zod";
import { openEnum } from "../../open-enum";
import { defineOperation } from "../../operation";
import { Repo, RepoPath } from "../repo";

export const getRepo = defineOperation({
  id: "getRepo",
  summary: "Get a repository",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}",
  pathParams: RepoPath,
  query: z.looseObject({}),
  /** `viewerPermission`: a calling user's permission from grants; an extension of the specification. */
  response: Repo.extend({ viewerPermission: openEnum(["read", "write", "admin"]).optional() }),
  family: "repohost",
  scopes: ["repository:metadata:read"],
});
