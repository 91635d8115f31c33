import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommentPath } from "../comment";

export const deletePullRequestComment = defineOperation({
  id: "deletePullRequestComment",
  summary: "Delete a comment; deleting the last one deletes its thread",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}",
  pathParams: CommentPath,
  response: z.undefined(),
  success: 204,
  scopes: ["repository:pull_requests:reviews:write"],
});
