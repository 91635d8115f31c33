import { and, eq } from "drizzle-orm";
import type { AgentsContext } from "../agent-access/agents-context";
import { agents, runs } from "../core/store/tables/agents";
import { users } from "../core/store/tables/users";
import { isActive } from "./active-run";
import { finishRun } from "./finish-run";

/** Cancels runs whose user was deactivated: they would continue to act for the user. */
export async function cancelRunsOfInactiveUsers(context: AgentsContext): Promise<void> {
  const found = await context.db
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(agents, eq(agents.id, runs.agentId))
    .innerJoin(users, eq(users.id, agents.userId))
    .where(and(isActive, eq(users.isActive, false)));
  for (const { id } of found) {
    // One that can't be canceled must not keep the others active.
    await finishRun(context, id, { status: "CANCELLED" }).catch((error: unknown) => {
      context.log.error({ err: error, runId: id }, "couldn't cancel the run of an inactive user");
    });
  }
}
