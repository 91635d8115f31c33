import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { Repo, RepoPath } from "../repo";

export const getRepo = defineOperation({
  id: "getRepo",
  summary: "Get a repository",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}",
  pathParams: RepoPath,
  /** `viewerPermission`: a calling user's permission from grants; an extension of the specification. */
  response: Repo.extend({ viewerPermission: openEnum(["read", "write", "admin"]).optional() }),
  scopes: ["repository:metadata:read"],
});
