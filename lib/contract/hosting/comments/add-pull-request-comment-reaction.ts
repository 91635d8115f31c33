import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommentPath, emoji } from "../comment";

export const addPullRequestCommentReaction = defineOperation({
  id: "addPullRequestCommentReaction",
  summary: "Add a reaction to a comment (idempotent)",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}/reactions",
  pathParams: CommentPath,
  body: z.looseObject({ emoji }),
  response: z.undefined(),
  success: 204,
  scopes: ["repository:pull_requests:reviews:write"],
});
