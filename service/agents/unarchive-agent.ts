import { and, eq } from "drizzle-orm";
import { unarchiveAgent } from "@/lib/contract/agents/unarchive-agent";
import { findAgent } from "../agent-access/find-agent";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";

/** Makes an archived agent IDLE, so it accepts runs again. Idempotent. */
export const unarchiveAgentOperation = implement(unarchiveAgent, async ({ params, principal }, context) => {
  const { id } = await findAgent(context, principal, params.id, "manage");
  await context.db
    .update(agents)
    .set({ status: "IDLE", updatedAt: context.clock.now() })
    .where(and(eq(agents.id, id), eq(agents.status, "ARCHIVED")));
  return { id };
});
