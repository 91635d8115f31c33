import { and, asc, eq, inArray, type SQL } from "drizzle-orm";
import type { Context } from "../core/context";
import { persist } from "../core/store/retry-on-disconnect";
import { pendingRequests } from "../core/store/tables/queue";
import { moveRequest } from "./move-request";
import { surroundingsOf } from "./request-environment";
import { settle } from "./request-state";

/**
 * Brings waiting claims in line with their workers: those whose worker came, those whose worker went, and those whose
 * time is over. What another transaction holds is left to it. Safe to repeat.
 */
export async function settleClaims(
  context: Pick<Context, "db" | "clock" | "log">,
  which: SQL | undefined,
): Promise<void> {
  await persist(context, () =>
    context.db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(pendingRequests)
        .where(and(inArray(pendingRequests.state, ["claimed", "claimed_offline"]), which))
        .orderBy(asc(pendingRequests.agentId))
        .for("update", { skipLocked: true });
      const now = context.clock.now();
      for (const row of rows) {
        const transition = settle(row, await surroundingsOf(tx, row, now));
        if (transition) await moveRequest(tx, row, transition, now);
      }
    }),
  );
}

/** The waiting claims of one worker. */
export function claimsOf(teamId: number, workerId: string): SQL | undefined {
  return and(eq(pendingRequests.teamId, teamId), eq(pendingRequests.workerId, workerId));
}
