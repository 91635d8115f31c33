import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommentPath, commentBody, PullRequestComment } from "../comment";

export const updatePullRequestComment = defineOperation({
  id: "updatePullRequestComment",
  summary: "Edit your own comment",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}",
  pathParams: CommentPath,
  body: z.looseObject({ body: commentBody }),
  response: PullRequestComment,
  scopes: ["repository:pull_requests:reviews:write"],
});
