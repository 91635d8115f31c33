import { type GitHubPull, listGitHubPulls } from "@/lib/contract/dashboard/pulls/list-github-pulls";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { gitHubPulls } from "@/lib/server/db/github-pulls";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";

function matches({ repository, facts: { external } }: GitHubPull, words: readonly string[]): boolean {
  const text = `${external?.title} #${external?.number} ${repository} ${external?.head}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export const listGitHubPullsOperation = implementOperation(listGitHubPulls, async ({ query: { state, q }, user }) => {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = await gitHubPulls(await dashboardStore(), await agentScopeOf(user));
  return {
    pulls: found.filter((pull) => (state === "all" || pull.facts.state === state) && matches(pull, words)),
  };
});
