import { eq } from "drizzle-orm";
import { archiveAgent } from "@/lib/contract/agents/archive-agent";
import type { AgentsContext } from "../agent-access/agents-context";
import { findAgent } from "../agent-access/find-agent";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import { dropClaim } from "../queue/drop-claim";
import { cancelActiveRun } from "../runs/cancel-active-run";

/** Archives an agent, cancels its active run and drops its claim. Idempotent. */
export const archiveAgentOperation = implement(archiveAgent, async ({ params, principal }, context: AgentsContext) => {
  const { id, status } = await findAgent(context, principal, params.id, "manage");
  if (status !== "ARCHIVED") {
    await context.db
      .update(agents)
      .set({ status: "ARCHIVED", updatedAt: context.clock.now() })
      .where(eq(agents.id, id));
    await cancelActiveRun(context, id);
    await context.db.transaction(async (tx) => {
      const [agent] = await tx.select({ status: agents.status }).from(agents).where(eq(agents.id, id)).for("update");
      // If it was unarchived in the meantime, a new run may be waiting.
      if (agent?.status === "ARCHIVED") await dropClaim(tx, id, context.clock.now());
    });
  }
  return { id };
});
