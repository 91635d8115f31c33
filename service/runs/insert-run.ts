import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";
import type { RunRow } from "./run-body";

type NewRun = Pick<RunRow, "id" | "agentId" | "mode" | "promptText" | "promptImages"> &
  Partial<Pick<RunRow, "secrets">>;

/** Stores a new run. */
export async function insertRun(tx: Pick<Context["db"], "insert">, run: NewRun, now: number): Promise<RunRow> {
  const [row] = await tx
    .insert(runs)
    .values({ ...run, status: "CREATING", createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error("the run was not stored");
  return row;
}
