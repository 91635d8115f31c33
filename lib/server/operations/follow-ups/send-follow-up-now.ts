import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { callPath } from "@/lib/contract/client-path";
import { sendFollowUpNow } from "@/lib/contract/dashboard/follow-ups/send-follow-up-now";
import { requireAgent } from "@/lib/server/agent-access/dashboard-agents";
import type { User } from "@/lib/server/auth/session-reader";
import { requireBudget } from "@/lib/server/budgets/dashboard-budgets";
import { dashboardStore } from "@/lib/server/db/dashboard-store";
import { editFollowUp, moveFollowUp, readQueue } from "@/lib/server/db/follow-ups";
import { sendNow } from "@/lib/server/follow-ups/dashboard-follow-ups";
import { readAgentState } from "@/lib/server/follow-ups/send-follow-up";
import { implementOperation } from "@/lib/server/gateway/dashboard-operation";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { dashboardService } from "@/lib/server/upstream/dashboard-service";
import { alreadySending, currentBody, queuedMessage } from "./queued-message";

export const sendFollowUpNowOperation = implementOperation(sendFollowUpNow, async ({ params, user, requestId }) => {
  const message = await queuedMessage(params.id, user);
  await requireAgent(user, message.row.agentId, "own");
  await requireBudget(message.row.agentId);
  const store = await dashboardStore();
  if (!(await editFollowUp(store, message.row, { force: true }))) throw alreadySending();
  const [first] = await readQueue(store.database, message.row);
  if (first && first.row.id !== params.id) await moveFollowUp(store, message.row, first.row.id);
  await cancelActiveRun(message.row.agentId, user, requestId);
  await sendNow(message.row.agentId);
  return currentBody(message, user.id);
});

async function cancelActiveRun(id: string, user: User, requestId: string): Promise<void> {
  const service = dashboardService();
  const { latestRunId, runStatus } = await readAgentState(service, id);
  if (isTerminal(runStatus)) return;
  try {
    const path = callPath(cancelRun, { id, runId: latestRunId });
    await callWith(service, cancelRun, { path, requestId, acting: { user } });
  } catch (error) {
    // It ended in the meantime.
    if (!(error instanceof UpstreamError && error.code === "run_not_cancellable")) throw error;
  }
}
