import type { AgentsContext } from "../agent-access/agents-context";
import { findActiveRun } from "./active-run";
import { finishRun } from "./finish-run";

/** Cancels an agent's active run, if any. */
export async function cancelActiveRun(context: AgentsContext, agentId: string): Promise<void> {
  const runId = await findActiveRun(context.db, agentId);
  if (runId !== undefined) await finishRun(context, runId, { status: "CANCELLED" });
}
