import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { AttentionReason } from "@/lib/contract/dashboard/get-overview";
import type { PullNeedingAttention } from "@/lib/contract/dashboard/list-pulls-needing-attention";
import { parsePullAddress } from "../pull-address";

/** `key` identifies it in the list of read items. */
export type InboxItem = { key: string; updatedAt: string; rank: number } & (
  | { kind: "agent"; reason: AttentionReason; agent: AgentRow }
  | { kind: "pull"; pull: PullNeedingAttention }
);

/** Blocked items first, then failures, then reviews, then items that wait for others. */
const agentRanks: ReadonlyMap<string, number> = new Map([
  ["failed", 1],
  ["expired", 1],
  ["pullRequest", 2],
]);
const pullRanks: Readonly<Record<PullNeedingAttention["need"], number>> = { checks: 1, ready: 2, blocked: 3 };

const keyOfPull = (owner: string, name: string, number: string) => `pull:${owner}/${name}/${number}`.toLowerCase();

function pullsOf({ repos, branches }: AgentRow): string[] {
  return [...(repos ?? []), ...(branches ?? [])].flatMap(({ prUrl }) => {
    const address = prUrl === undefined ? undefined : parsePullAddress(prUrl);
    return address ? [keyOfPull(address.ownerSlug, address.repoName, address.pullNumber)] : [];
  });
}

/**
 * One list of what needs attention, most urgent first. An agent that is listed only for its pull request is omitted if
 * the pull request itself is listed, which has more details.
 */
export function inboxItems(
  agents: readonly { reason: AttentionReason; agent: AgentRow }[],
  pulls: readonly PullNeedingAttention[],
): InboxItem[] {
  const ofPulls = pulls.map((pull): InboxItem => {
    const { ownerSlug, repoName } = pull.repository;
    const key = keyOfPull(ownerSlug, repoName, pull.number);
    return { key, updatedAt: pull.updatedAt, rank: pullRanks[pull.need], kind: "pull", pull };
  });
  const listed = new Set(ofPulls.map(({ key }) => key));
  const ofAgents = agents
    .filter(({ reason, agent }) => reason !== "pullRequest" || !pullsOf(agent).some((key) => listed.has(key)))
    .map(({ reason, agent }): InboxItem => {
      const rank = agentRanks.get(reason) ?? 0;
      return { key: `agent:${agent.id}`, updatedAt: agent.updatedAt, rank, kind: "agent", reason, agent };
    });
  return [...ofAgents, ...ofPulls].sort((a, b) => a.rank - b.rank || (a.updatedAt < b.updatedAt ? 1 : -1));
}

/** An item is unread until its user marks it, and again when it changes. `reads` are ISO times by key. */
export function isUnread({ key, updatedAt }: InboxItem, reads: Readonly<Record<string, string>>): boolean {
  const readAt = reads[key];
  return readAt === undefined || Date.parse(readAt) < Date.parse(updatedAt);
}
