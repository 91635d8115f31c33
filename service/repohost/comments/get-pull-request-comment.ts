import { getPullRequestComment } from "@/lib/contract/repohost/get-pull-request-comment";
import { implement } from "../../http/implement";
import { refuse } from "../../http/refusal";
import { commentBodies } from "./comment-body";
import { requireComment } from "./find-comment";

export const getPullRequestCommentOperation = implement(
  getPullRequestComment,
  async ({ principal, params }, service) => {
    const found = await requireComment(service, principal, params);
    const [body] = await commentBodies(service, found.comment.pullRequestId, [found]);
    if (!body) throw refuse.repohost("NotFound", "Comment not found");
    return body;
  },
);
