import type { Branch, Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { isoTime } from "@/lib/core/clock";
import type { runs } from "../core/store/tables/agents";

export type RunRow = typeof runs.$inferSelect;

/** The open question of an active run. */
export function openQuestion({ status, question }: Pick<RunRow, "status" | "question">) {
  return isTerminal(status) || !question || question.answer ? undefined : question;
}

/** Returns a run's list entry: base fields, the agent's branches, and the open question. */
export function runListEntry(row: RunRow, branches: Branch[]): Run {
  const open = openQuestion(row);
  return {
    id: row.id,
    agentId: row.agentId,
    status: row.status,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    ...(branches.length > 0 ? { git: { branches } } : {}),
    ...(open ? { question: { id: open.question.id, askedAt: isoTime(open.askedAt) } } : {}),
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
