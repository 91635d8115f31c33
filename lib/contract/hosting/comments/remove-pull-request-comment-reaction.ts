import { z } from "zod";
import { defineOperation } from "../../operation";
import { CommentPath, emoji } from "../comment";

export const removePullRequestCommentReaction = defineOperation({
  id: "removePullRequestCommentReaction",
  summary: "Remove a reaction from a comment (idempotent)",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}/reactions/{emoji}",
  pathParams: CommentPath.extend({ emoji }),
  query: z.looseObject({}),
  response: z.undefined(),
  success: 204,
  family: "repohost",
  scopes: ["repository:pull_requests:reviews:write"],
  points: 5,
});
