import { type AgentPullRequest, listAgentPullRequests } from "@/lib/contract/agents/list-agent-pull-requests";
import { findAgent } from "../agent-access/find-agent";
import { slipwayHost } from "../code-hosts/slipway-host";
import { ApiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { GitHubProblem } from "../github/github-problem";
import { actingMember } from "../github-apps/acting-account";
import { accountOf, type PullContext, pullUrls } from "./agent-pull";

/** An agent can stack more branches, but these are the ones shown. */
const maxPulls = 20;

/**
 * Reads the agent's pull requests from their hosts; those on this service with the permissions of the user who makes the call.
 * Reads from GitHub that repeat are conditional.
 */
export const listAgentPullRequestsOperation = implement(
  listAgentPullRequests,
  async ({ params, principal, request }, context: PullContext) => {
    const agent = await findAgent(context, principal, params.id);
    const hosted = slipwayHost(context);
    // Worker tokens can't use the hosting API.
    const reader = () => (principal.kind === "subToken" ? principal : actingMember(context, principal, request));
    const items: AgentPullRequest[] = [];
    const problems: { url: string; host: "service" | "github"; message: string }[] = [];
    for (const url of pullUrls(agent).slice(0, maxPulls)) {
      const host = context.github.serves(url) ? "github" : "service";
      try {
        const pull = await (host === "github"
          ? context.github.actOnPull(url, undefined)
          : hosted.actOnPull(url, accountOf(context, await reader())));
        if (pull) items.push({ ...(await pull.readStatus()), url });
      } catch (error) {
        if (!(error instanceof GitHubProblem || error instanceof ApiError)) throw error;
        problems.push({ url, host, message: error.message });
      }
    }
    return { items, problems };
  },
);
