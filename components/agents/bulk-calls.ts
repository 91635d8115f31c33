import { callProxy } from "@/lib/client/call";
import { archiveAgent } from "@/lib/contract/agents/archive-agent";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { unarchiveAgent } from "@/lib/contract/agents/unarchive-agent";
import { addFollowUp } from "@/lib/contract/dashboard/add-follow-up";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import type { BulkAction } from "./bulk-labels";

/** The API call each bulk action makes per agent. `text` is the follow-up to send. */
export const bulkCalls: Readonly<Record<BulkAction, (agent: AgentRow, text: string) => Promise<unknown>>> = {
  archive: ({ id }) => callProxy(archiveAgent, { params: { id } }),
  unarchive: ({ id }) => callProxy(unarchiveAgent, { params: { id } }),
  cancel: ({ id, latestRunId }) => callProxy(cancelRun, { params: { id, runId: latestRunId } }),
  followUp: ({ id }, text) => callProxy(addFollowUp, { params: { agentId: id }, body: { prompt: { text } } }),
  delete: ({ id }) => callProxy(deleteAgent, { params: { id } }),
};
