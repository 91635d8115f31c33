import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommitAuthor } from "../commit";
import { RepoPath } from "../repo";
import { TaggedObject } from "./git-ref";

export const getTag = defineOperation({
  id: "getTag",
  summary: "Get an annotated tag",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/git/tags/{sha}",
  pathParams: RepoPath.extend({ sha: z.string() }),
  response: z.looseObject({
    sha: z.string(),
    tag: z.string(),
    message: z.string(),
    /** Absent from old tags. */
    tagger: CommitAuthor.optional(),
    object: TaggedObject,
  }),
  scopes: ["repository:contents:read"],
  conflicts: true,
});
