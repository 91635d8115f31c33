import { z } from "zod";
import { defineOperation } from "../../operation";
import { CommentPath, PullRequestComment } from "../comment";

export const getPullRequestComment = defineOperation({
  id: "getPullRequestComment",
  summary: "Get a comment",
  method: "GET",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/comments/{commentId}",
  pathParams: CommentPath,
  query: z.looseObject({}),
  response: PullRequestComment,
  family: "repohost",
  scopes: ["repository:pull_requests:reviews:read"],
});
