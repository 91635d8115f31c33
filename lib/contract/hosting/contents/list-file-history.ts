import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { Commit } from "../commit";
import { RepohostPageQuery } from "../pagination";
import { RepoPath } from "../repo";

export const listFileHistory = defineOperation({
  id: "listFileHistory",
  summary: "List the commits that changed a file or folder, newest first, following a file's renames",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/file-history",
  pathParams: RepoPath,
  query: RepohostPageQuery.extend({ path: z.string(), ref: z.string().optional() }),
  response: z.looseObject({
    changes: z.array(
      z.looseObject({
        commit: Commit,
        /** The path in the commit. */
        path: z.string(),
        /** The path before the commit, if the commit renamed the file. */
        previousPath: z.string().optional(),
      }),
    ),
    /** Whether the search ended early, at its time limit. */
    limitHit: z.boolean(),
    nextPageToken: z.string(),
  }),
  scopes: ["repository:contents:read"],
  preview: true,
  points: 5,
});
