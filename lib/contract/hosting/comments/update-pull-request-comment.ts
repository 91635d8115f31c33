import { z } from "zod";
import { defineOperation } from "../../operation";
import { CommentPath, commentBody, PullRequestComment } from "../comment";

export const updatePullRequestComment = defineOperation({
  id: "updatePullRequestComment",
  summary: "Edit your own comment",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}",
  pathParams: CommentPath,
  query: z.looseObject({}),
  body: z.looseObject({ body: commentBody }),
  response: PullRequestComment,
  family: "repohost",
  scopes: ["repository:pull_requests:reviews:write"],
  points: 5,
});
