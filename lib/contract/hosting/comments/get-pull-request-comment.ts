import { defineOperation } from "../../define-operation";
import { CommentPath, PullRequestComment } from "../comment";

export const getPullRequestComment = defineOperation({
  id: "getPullRequestComment",
  summary: "Get a comment",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}",
  pathParams: CommentPath,
  response: PullRequestComment,
  scopes: ["repository:pull_requests:reviews:read"],
});
