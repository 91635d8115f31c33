import type { Branch, Run } from "@/lib/contract/agents/run";
import { isoTime } from "@/lib/core/clock";
import type { runs } from "../core/store/tables/agents";

export type RunRow = typeof runs.$inferSelect;

/** Returns a run's list entry: base fields and the agent's branches. */
export function runListEntry(row: RunRow, branches: Branch[]): Run {
  return {
    id: row.id,
    agentId: row.agentId,
    status: row.status,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(branches.length > 0 ? { git: { branches } } : {}),
  };
}

/** Returns a full run (specification, section 2 Run). Duration and result are only set once it has ended. */
export function runBody(row: RunRow, branches: Branch[]): Run {
  return {
    ...runListEntry(row, branches),
    ...(row.endedAt === null ? {} : { durationMs: row.endedAt - row.createdAt, result: row.result ?? "" }),
    ...(row.error === null ? {} : { error: row.error }),
  };
}
