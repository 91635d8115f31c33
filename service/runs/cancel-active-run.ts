import type { Service } from "../core/context";
import { activeRunOf } from "./active-run";
import { finishRun } from "./finish-run";

/** Cancels the run an agent has under way, if any. */
export async function cancelActiveRun(service: Service, agentId: string): Promise<void> {
  const runId = await activeRunOf(service.db, agentId);
  if (runId !== undefined) await finishRun(service, runId, { status: "CANCELLED" });
}
