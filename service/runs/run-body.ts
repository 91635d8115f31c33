import type { Branch, Run } from "@/lib/contract/agents/run";
import { isoTime } from "@/lib/core/clock";
import type { runs } from "../core/store/tables/agents";

export type RunRow = typeof runs.$inferSelect;

/** A run as lists show it: base fields and the agent's branches. */
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

/** A run in full (specification, section 2 Run): duration and result only once it has ended. */
export function runBody(row: RunRow, branches: Branch[]): Run {
  return {
    ...runListEntry(row, branches),
    ...(row.endedAt === null ? {} : { durationMs: row.endedAt - row.createdAt, result: row.result ?? "" }),
    ...(row.error === null ? {} : { error: row.error }),
  };
}
