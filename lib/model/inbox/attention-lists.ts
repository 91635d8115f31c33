import type { AttentionStatus } from "@/lib/contract/dashboard/agents/get-overview";

interface AttentionList {
  /** The agents that the query lists. */
  statuses: readonly AttentionStatus[];
  /** A query of the agent list. */
  query: string;
  /** What there are that many of. */
  noun: string;
}

/** The lists of all agents with a status. */
export const attentionLists: readonly AttentionList[] = [
  { statuses: ["input"], query: "status:needs-input", noun: "waiting for input" },
  { statuses: ["queued"], query: "status:queued", noun: "queued" },
  { statuses: ["failed", "expired"], query: "status:failed,expired", noun: "failed" },
  { statuses: ["plan"], query: "status:plan-ready", noun: "plans" },
  {
    statuses: ["checks", "changes", "conflict"],
    query: "status:checks-failed,changes-requested,merge-conflict",
    noun: "to fix",
  },
  { statuses: ["review"], query: "status:needs-review", noun: "to review" },
  { statuses: ["finished"], query: "status:finished pr:any", noun: "with a pull request" },
];

interface Needs {
  items: readonly { status: AttentionStatus }[];
  counts: readonly { status: AttentionStatus; agents: number }[];
}

/** The lists with more agents than the inbox, with their counts. */
export function longerLists({ items, counts }: Needs): (AttentionList & { agents: number })[] {
  return attentionLists.flatMap((list) => {
    const isIn = ({ status }: { status: AttentionStatus }) => list.statuses.includes(status);
    const agents = counts.filter(isIn).reduce((sum, count) => sum + count.agents, 0);
    return agents > items.filter(isIn).length ? [{ ...list, agents }] : [];
  });
}
