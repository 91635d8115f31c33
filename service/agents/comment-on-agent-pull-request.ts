import { commentOnAgentPullRequest } from "@/lib/contract/agents/comment-on-agent-pull-request";
import { implement } from "../core/http/implement";
import { findAgentPull, orApiError, type PullContext } from "./agent-pull";

export const commentOnAgentPullRequestOperation = implement(
  commentOnAgentPullRequest,
  async (call, context: PullContext) => {
    const { url, body } = call.body;
    const { pull, ...account } = await findAgentPull(context, call, url);
    return { ...(await orApiError(() => pull.comment(body))), ...account };
  },
);
