import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AttentionReason } from "@/lib/contract/dashboard/get-overview";
import type { PullNeedingAttention } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import type { StatusKind } from "../status/agent-status";
import { rowStatusKind } from "../status/row-status";

/** `key` identifies it in the list of read items. */
export type InboxItem = { key: string; updatedAt: string; rank: number } & (
  | { kind: "agent"; reason: AttentionReason; agent: AgentRow }
  | { kind: "pull"; pull: PullNeedingAttention }
);

/** Items that block an agent first, then failures, plans, fixes and reviews. */
const agentRanks: Readonly<Partial<Record<StatusKind, number>>> = {
  queued: 0,
  starting: 0,
  input: 0,
  failed: 1,
  expired: 1,
  plan: 2,
  changes: 3,
  checks: 3,
  conflict: 3,
};
const reviewRank = 4;
const pullRanks: Readonly<Record<PullNeedingAttention["need"], number>> = {
  checks: 3,
  ready: reviewRank,
  blocked: reviewRank + 1,
};

/** One list of what needs attention, most urgent first. */
export function inboxItems(
  agents: readonly { reason: AttentionReason; agent: AgentRow }[],
  pulls: readonly PullNeedingAttention[],
): InboxItem[] {
  const ofPulls = pulls.map((pull): InboxItem => {
    const { ownerSlug, repoName } = pull.repository;
    const key = `pull:${ownerSlug}/${repoName}/${pull.number}`.toLowerCase();
    return { key, updatedAt: pull.updatedAt, rank: pullRanks[pull.need], kind: "pull", pull };
  });
  const ofAgents = agents.map(({ reason, agent }): InboxItem => {
    const rank = agentRanks[rowStatusKind(agent)] ?? reviewRank;
    return { key: `agent:${agent.id}`, updatedAt: agent.updatedAt, rank, kind: "agent", reason, agent };
  });
  return [...ofAgents, ...ofPulls].sort((a, b) => a.rank - b.rank || (a.updatedAt < b.updatedAt ? 1 : -1));
}

/** An item is unread until its user marks it, and again when it changes. `reads` are ISO times by key. */
export function isUnread({ key, updatedAt }: InboxItem, reads: Readonly<Record<string, string>>): boolean {
  const readAt = reads[key];
  return readAt === undefined || Date.parse(readAt) < Date.parse(updatedAt);
}
