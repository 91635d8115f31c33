import type { FollowUp } from "@/lib/contract/dashboard/follow-up";
import type { QueuedFollowUp } from "@/lib/server/db/follow-ups";
import { createMasker } from "@/lib/server/upstream/client/masked-response";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";

/** A queued message as a user sees it: only its author, who can edit it, sees secrets in its text. */
export function followUpBody({ row, author }: QueuedFollowUp, callerId: string): FollowUp {
  const own = author.id === callerId;
  return {
    id: row.id,
    agentId: row.agentId,
    text: own ? row.text : createMasker(dashboardService()).mask(row.text),
    ...(row.mode === null ? {} : { mode: row.mode }),
    images: row.images,
    mcpServers: row.mcpServers,
    state: row.state,
    ...(row.problem === null ? {} : { problem: row.problem }),
    author: { id: author.id, name: author.displayName },
    own,
    ...(row.pullRequest === null ? {} : { pullRequest: row.pullRequest }),
    ...(row.runId === null ? {} : { runId: row.runId }),
    createdAt: row.createdAt.toISOString(),
  };
}
