import { getPullRequestComment } from "@/lib/contract/hosting/comments/get-pull-request-comment";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { commentBodies } from "./comment-body";
import { requireComment } from "./find-comment";

export const getPullRequestCommentOperation = implement(
  getPullRequestComment,
  async ({ principal, params }, context) => {
    const found = await requireComment(context, principal, params);
    const [body] = await commentBodies(context, found.comment.pullRequestId, [found]);
    if (!body) throw apiError.repohost("NotFound", "Comment not found");
    return body;
  },
);
