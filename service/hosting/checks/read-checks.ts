import { eq, inArray } from "drizzle-orm";
import type { Context } from "../../core/context";
import { checkRuns, checkSuites } from "../../core/store/tables/checks";
import type { CheckSuiteRow, FoundCheckRun } from "./check-row";

function inOrderOf<Row>(ids: readonly string[], rows: readonly Row[], idOf: (row: Row) => string): Row[] {
  const known = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Reads runs by their ids, in their order. */
export async function readCheckRuns({ db }: Pick<Context, "db">, ids: readonly string[]): Promise<FoundCheckRun[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ run: checkRuns, suite: checkSuites })
    .from(checkRuns)
    .innerJoin(checkSuites, eq(checkSuites.id, checkRuns.suiteId))
    .where(inArray(checkRuns.id, [...ids]));
  return inOrderOf(ids, rows, ({ run }) => run.id);
}

/** Reads suites by their ids, in their order. */
export async function readCheckSuites({ db }: Pick<Context, "db">, ids: readonly string[]): Promise<CheckSuiteRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(checkSuites)
    .where(inArray(checkSuites.id, [...ids]));
  return inOrderOf(ids, rows, ({ id }) => id);
}
