import { listPullsNeedingAttention } from "@/lib/contract/dashboard/pulls/list-pulls-needing-attention";
import { agentScopeOf } from "@/lib/server/agent-access/dashboard-agents";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { pullsOfAgents } from "@/lib/server/db/pull-agents";
import { lastPullChange } from "@/lib/server/db/webhooks";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { pullListsOf } from "./pull-lists";

/** Those of agents are listed with their agents, whose status covers them. */
export const listPullsNeedingAttentionOperation = implementOperation(listPullsNeedingAttention, async ({ user }) => {
  const store = await dashboardStore();
  const found = await pullListsOf(user).needingAttention(await lastPullChange(store));
  const addressed = found.pulls.map((pull) => ({ pull, address: { ...pull.repository, pullNumber: pull.number } }));
  const scope = await agentScopeOf(user);
  const ofAgents = new Set(
    await pullsOfAgents(
      store,
      scope,
      addressed.map(({ address }) => address),
    ),
  );
  return { ...found, pulls: addressed.filter(({ address }) => !ofAgents.has(address)).map(({ pull }) => pull) };
});
