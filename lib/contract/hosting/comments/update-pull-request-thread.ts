import { z } from "zod";
import { defineOperation } from "../../define-operation";
import { CommentThread } from "../comment";
import { RepoPath } from "../repo";

export const updatePullRequestThread = defineOperation({
  id: "updatePullRequestThread",
  summary: "Resolve or reopen a comment thread",
  method: "PATCH",
  path: "/v1/repohost/repos/{ownerSlug}/{repoName}/pulls/threads/{threadId}",
  pathParams: RepoPath.extend({ threadId: z.string() }),
  body: z.looseObject({ resolved: z.boolean("must be true or false") }),
  response: CommentThread,
  scopes: ["repository:pull_requests:reviews:write"],
});
