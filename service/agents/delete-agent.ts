import { eq } from "drizzle-orm";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import type { AgentsContext } from "../agent-access/agents-context";
import { findAgent } from "../agent-access/find-agent";
import { removeArtifacts } from "../artifacts/storage";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import { dropClaim } from "../queue/drop-claim";
import { cancelActiveRun } from "../runs/cancel-active-run";
import type { WithDispatcher } from "../runs/with-dispatcher";

/** Permanently deletes an agent with its runs, events, variables, artifacts and workspace. */
export const deleteAgentOperation = implement(
  deleteAgent,
  async ({ params, principal }, context: AgentsContext & WithDispatcher) => {
    const { id } = await findAgent(context, principal, params.id, "own");
    await cancelActiveRun(context, id);
    await context.db.transaction(async (tx) => {
      await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, id)).for("update");
      await dropClaim(tx, id, context.clock.now());
      await tx.delete(agents).where(eq(agents.id, id));
    });
    await context.dispatcher.removeWorkspace(id);
    await removeArtifacts(context, id);
    return { id };
  },
);
