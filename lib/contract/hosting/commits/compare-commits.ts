import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { openEnum } from "../../open-enum";
import { Commit } from "../commit";
import { RepoPath } from "../repo";

export const compareCommits = defineOperation({
  id: "compareCommits",
  summary: "Compare two revisions from their merge base",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/compare/{basehead}",
  pathParams: RepoPath.extend({ basehead: z.string() }),
  response: z.looseObject({
    status: openEnum(["identical", "ahead", "behind", "diverged"]),
    aheadBy: z.number().int(),
    behindBy: z.number().int(),
    baseCommit: Commit,
    headCommit: Commit,
    mergeBaseCommit: Commit,
  }),
  scopes: ["repository:contents:read"],
});
