import { callProxy } from "@/lib/client/call";
import { queueFollowUp } from "@/lib/client/queue-follow-up";
import { archiveAgent } from "@/lib/contract/agents/archive-agent";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { unarchiveAgent } from "@/lib/contract/agents/unarchive-agent";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { BulkAction } from "./bulk-labels";

/** What the calls need to know about an agent. */
export type BulkTarget = Pick<AgentRow, "id" | "latestRunId">;

/** The API call each bulk action makes per agent. `text` is the follow-up to send. */
export const bulkCalls: Readonly<Record<BulkAction, (agent: BulkTarget, text: string) => Promise<unknown>>> = {
  archive: ({ id }) => callProxy(archiveAgent, { params: { id } }),
  unarchive: ({ id }) => callProxy(unarchiveAgent, { params: { id } }),
  cancel: ({ id, latestRunId }) => callProxy(cancelRun, { params: { id, runId: latestRunId } }),
  followUp: ({ id }, text) => queueFollowUp(id, { prompt: { text } }),
  delete: ({ id }) => callProxy(deleteAgent, { params: { id } }),
};
