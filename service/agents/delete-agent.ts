import { eq } from "drizzle-orm";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import { removeArtifacts } from "../artifacts/storage";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import { dropClaim } from "../queue/drop-claim";
import { cancelActiveRun } from "../runs/cancel-active-run";
import { findAgent } from "./visibility";

/** Deletes an agent for good: its runs, events, variables, artifacts and workspace go with it. */
export const deleteAgentOperation = implement(deleteAgent, async ({ params, principal }, service) => {
  const { id } = await findAgent(service, principal, params.id);
  await cancelActiveRun(service, id);
  await service.db.transaction(async (tx) => {
    await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, id)).for("update");
    await dropClaim(tx, id, service.clock.now());
    await tx.delete(agents).where(eq(agents.id, id));
  });
  await service.dispatcher.removeWorkspace(id);
  await removeArtifacts(service, id);
  return { id };
});
