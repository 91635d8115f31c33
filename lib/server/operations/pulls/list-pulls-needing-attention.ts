import {
  listPullsNeedingAttention,
  type PullNeedingAttention,
} from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { gitHubPullNeed } from "@/lib/model/pulls/github-pull-need";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import type { Person } from "@/lib/server/auth/session-reader";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { gitHubPulls } from "@/lib/server/db/github-pulls";
import { lastPullChange } from "@/lib/server/db/webhooks";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { pullListsOf } from "./pull-lists";

/** Pull requests on GitHub, whose state the index keeps. */
async function onGitHub(person: Person): Promise<PullNeedingAttention[]> {
  const found = await gitHubPulls(await dashboardStore(), await agentScopeOf(person));
  return found.flatMap(({ url, repository, facts, agent }) => {
    const need = gitHubPullNeed(facts);
    const { external } = facts;
    if (!need || !external) return [];
    const [ownerSlug = "", repoName = ""] = repository.split("/");
    const { number, title, updatedAt = "" } = external;
    const pull = { id: url, agentId: agent.id, number: String(number), title, updatedAt };
    return [{ ...pull, repository: { ownerSlug, repoName }, ...need }];
  });
}

export const listPullsNeedingAttentionOperation = implementOperation(listPullsNeedingAttention, async ({ person }) => {
  const [hosted, external] = await Promise.all([
    dashboardStore().then(async (store) => pullListsOf(person).needingAttention(await lastPullChange(store))),
    onGitHub(person),
  ]);
  return { ...hosted, pulls: [...hosted.pulls, ...external], looked: hosted.looked + external.length };
});
