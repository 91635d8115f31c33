import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommentPath, emoji } from "../comment";

export const removePullRequestCommentReaction = defineOperation({
  id: "removePullRequestCommentReaction",
  summary: "Remove a reaction from a comment (idempotent)",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}/reactions/{emoji}",
  pathParams: CommentPath.extend({ emoji }),
  response: z.undefined(),
  success: 204,
  scopes: ["repository:pull_requests:reviews:write"],
});
