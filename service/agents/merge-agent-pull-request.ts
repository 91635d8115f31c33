import { mergeAgentPullRequest } from "@/lib/contract/agents/merge-agent-pull-request";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { findAgentPull, orApiError, type PullContext } from "./agent-pull";

/** Merges a pull request. Its host checks the caller's permissions, the repository's rules and the expected head. */
export const mergeAgentPullRequestOperation = implement(mergeAgentPullRequest, async (call, context: PullContext) => {
  const { url, expectedHead, method } = call.body;
  const { pull, ...account } = await findAgentPull(context, call, url);
  const conflict = (message: string, field?: string) => apiError.agents(409, "pull_request_conflict", message, field);
  if (pull.state === "merged") throw conflict(`${url} is already merged`);
  if (pull.state !== "open") throw conflict(`${url} is closed. Reopen it first`);
  if (pull.headSha !== expectedHead) {
    throw conflict(`expectedHead: ${url} has new commits. Review them, then merge again`, "expectedHead");
  }
  const { sha } = await orApiError(() => pull.merge({ expectedHead, method }));
  return { url, sha, ...account };
});
