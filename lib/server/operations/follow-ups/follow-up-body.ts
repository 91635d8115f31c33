import type { FollowUp } from "@/lib/contract/dashboard/follow-up";
import type { QueuedFollowUp } from "@/lib/server/db/follow-ups";

export function followUpBody({ row, author }: QueuedFollowUp, callerId: string): FollowUp {
  return {
    id: row.id,
    agentId: row.agentId,
    text: row.text,
    ...(row.mode === null ? {} : { mode: row.mode }),
    images: row.images,
    mcpServers: row.mcpServers,
    state: row.state,
    ...(row.problem === null ? {} : { problem: row.problem }),
    author: { id: author.id, name: author.displayName },
    own: author.id === callerId,
    ...(row.pullRequest === null ? {} : { pullRequest: row.pullRequest }),
    ...(row.runId === null ? {} : { runId: row.runId }),
    createdAt: row.createdAt.toISOString(),
  };
}
