import type { AgentNeedingAttention } from "@/lib/contract/dashboard/agents/get-overview";
import type { PullNeedingAttention } from "@/lib/contract/dashboard/pulls/list-pulls-needing-attention";
import { agentRanks, pullRanks } from "./attention-ranks";

/** `key` identifies the agent or pull request and what it needs in the list of read items. */
export type InboxItem = { key: string; updatedAt: string; rank: number; mine: boolean } & (
  | ({ kind: "agent" } & AgentNeedingAttention)
  | { kind: "pull"; pull: PullNeedingAttention }
);

/** One list of what needs attention: most urgent first, then the user's own, then most recently updated. */
export function inboxItems(
  agents: readonly AgentNeedingAttention[],
  pulls: readonly PullNeedingAttention[],
): InboxItem[] {
  const ofPulls = pulls.map((pull): InboxItem => {
    const { repository, number, need, mine, updatedAt } = pull;
    const key = `pull:${repository.ownerSlug}/${repository.repoName}/${number}/${need}`.toLowerCase();
    return { key, updatedAt, rank: pullRanks[need], mine, kind: "pull", pull };
  });
  const ofAgents = agents.map((needing): InboxItem => {
    const { agent, status } = needing;
    const mine = agent.owner?.me === true;
    return {
      key: `agent:${agent.id}/${status}`,
      updatedAt: agent.updatedAt,
      rank: agentRanks[status],
      mine,
      kind: "agent",
      ...needing,
    };
  });
  return [...ofAgents, ...ofPulls].sort(
    (a, b) => a.rank - b.rank || Number(b.mine) - Number(a.mine) || b.updatedAt.localeCompare(a.updatedAt),
  );
}

/** An item is unread until its user marks it, and again when it changes or needs something else. `reads` are ISO times by key. */
export function isUnread({ key, updatedAt }: InboxItem, reads: Readonly<Record<string, string>>): boolean {
  const readAt = reads[key];
  return readAt === undefined || Date.parse(readAt) < Date.parse(updatedAt);
}
