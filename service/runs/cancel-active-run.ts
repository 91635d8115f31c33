import { and, eq, inArray } from "drizzle-orm";
import type { Service } from "../service";
import { runs } from "../store/tables/agents";
import { finishRun } from "./finish-run";

/** Cancels the run an agent has under way, if any. */
export async function cancelActiveRun(service: Service, agentId: string): Promise<void> {
  const active = await service.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.agentId, agentId), inArray(runs.status, ["CREATING", "RUNNING"])));
  for (const { id } of active) await finishRun(service, id, { status: "CANCELLED" });
}
