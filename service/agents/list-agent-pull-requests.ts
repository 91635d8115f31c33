import { type ExternalPullRequest, listAgentPullRequests } from "@/lib/contract/agents/list-agent-pull-requests";
import { findAgent } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { implement } from "../core/http/implement";
import { GitHubProblem } from "../github/github-problem";
import type { WithGitHub } from "../github/with-github";
import { pullUrls } from "./agent-pull";

/** An agent can stack more branches, but these are the ones shown. */
const maxPulls = 20;

/** Reads the agent's pull requests from GitHub. Reads that repeat are conditional. */
export const listAgentPullRequestsOperation = implement(
  listAgentPullRequests,
  async ({ params, principal }, context: Context & WithGitHub) => {
    const { github } = context;
    const agent = await findAgent(context, principal, params.id);
    const urls = pullUrls(agent)
      .filter((url) => github.serves(url))
      .slice(0, maxPulls);
    const items: ExternalPullRequest[] = [];
    const problems: { url: string; message: string }[] = [];
    for (const url of urls) {
      try {
        const status = await github.pullStatus(url);
        if (status) items.push({ ...status, url });
      } catch (error) {
        if (!(error instanceof GitHubProblem)) throw error;
        problems.push({ url, message: error.message });
      }
    }
    return { items, problems };
  },
);
