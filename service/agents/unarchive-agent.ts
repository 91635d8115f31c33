import { and, eq } from "drizzle-orm";
import { unarchiveAgent } from "@/lib/contract/agents/unarchive-agent";
import { implement } from "../core/http/implement";
import { agents } from "../core/store/tables/agents";
import { findAgent } from "./visibility";

/** Makes an archived agent accept runs again: it becomes IDLE. Unarchiving again changes nothing. */
export const unarchiveAgentOperation = implement(unarchiveAgent, async ({ params, principal }, service) => {
  const { id } = await findAgent(service, principal, params.id);
  await service.db
    .update(agents)
    .set({ status: "IDLE", updatedAt: service.clock.now() })
    .where(and(eq(agents.id, id), eq(agents.status, "ARCHIVED")));
  return { id };
});
