import { defineOperation } from "../../define-operation";
import { CommentTarget, commentBody, PullRequestComment, versionNumber } from "../comment";
import { PullRequestPath } from "../pull-request";

export const createPullRequestComment = defineOperation({
  id: "createPullRequestComment",
  summary: "Comment on a pull request: on a line range, a file, in a thread, or in general",
  method: "POST",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/{pullNumber}/comments",
  pathParams: PullRequestPath,
  body: CommentTarget.extend({ body: commentBody, versionNumber }),
  response: PullRequestComment,
  scopes: ["repository:pull_requests:reviews:write"],
});
