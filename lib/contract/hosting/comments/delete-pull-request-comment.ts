import { z } from "zod";
import { defineOperation } from "../../operation";
import { CommentPath } from "../comment";

export const deletePullRequestComment = defineOperation({
  id: "deletePullRequestComment",
  summary: "Delete a comment; deleting the last one deletes its thread",
  method: "DELETE",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}",
  pathParams: CommentPath,
  query: z.looseObject({}),
  response: z.undefined(),
  success: 204,
  family: "repohost",
  scopes: ["repository:pull_requests:reviews:write"],
  points: 5,
});
