import type { AttentionStatus } from "@/lib/contract/dashboard/agents/get-overview";
import type { PullNeed } from "@/lib/contract/dashboard/pulls/list-pulls-needing-attention";

const fix = 4;
const review = 5;

/** What blocks an agent comes first, then failures, plans, fixes and reviews. */
export const agentRanks: Readonly<Record<AttentionStatus, number>> = {
  input: 0,
  queued: 1,
  failed: 2,
  expired: 2,
  plan: 3,
  checks: fix,
  changes: fix,
  conflict: fix,
  review,
  finished: review,
};

export const pullRanks: Readonly<Record<PullNeed, number>> = {
  checks: fix,
  changes: fix,
  review,
  blocked: review + 1,
};
