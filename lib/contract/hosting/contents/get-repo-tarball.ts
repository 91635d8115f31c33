import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { RepoPath } from "../repo";

export const getRepoTarball = defineOperation({
  id: "getRepoTarball",
  summary: "Download a tarball of the files at a revision",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/tarball",
  alternates: ["/v1/repohost/repos/{ownerSlug}/{repoName}/tarball/{ref+}"],
  pathParams: RepoPath.extend({ ref: z.string().optional() }),
  query: z.looseObject({ ref: z.string().optional() }),
  response: z.string(),
  otherSuccess: [302],
  mediaType: "application/gzip",
  scopes: ["repository:contents:read"],
  conflicts: true,
  points: 5,
});
