import { and, eq } from "drizzle-orm";
import { apiError } from "../../core/http/api-error";
import { checkRuns, checkSuites } from "../../core/store/tables/checks";
import type { Reader } from "../../core/store/transaction";

export type CheckSuiteRow = typeof checkSuites.$inferSelect;
export type CheckRunRow = typeof checkRuns.$inferSelect;

export interface FoundCheckRun {
  run: CheckRunRow;
  suite: CheckSuiteRow;
}

/** A run of a repository, any attempt. Throws NotFound. */
export async function requireCheckRun(db: Reader, repositoryId: string, id: string): Promise<FoundCheckRun> {
  const [found] = await db
    .select({ run: checkRuns, suite: checkSuites })
    .from(checkRuns)
    .innerJoin(checkSuites, eq(checkSuites.id, checkRuns.suiteId))
    .where(and(eq(checkRuns.id, id), eq(checkSuites.repositoryId, repositoryId)));
  if (!found) throw apiError.repohost("NotFound", "Check run not found");
  return found;
}

/** A suite of a repository, any attempt. Throws NotFound. */
export async function requireCheckSuite(db: Reader, repositoryId: string, id: string): Promise<CheckSuiteRow> {
  const [found] = await db
    .select()
    .from(checkSuites)
    .where(and(eq(checkSuites.id, id), eq(checkSuites.repositoryId, repositoryId)));
  if (!found) throw apiError.repohost("NotFound", "Check suite not found");
  return found;
}
