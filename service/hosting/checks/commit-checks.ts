import { and, eq } from "drizzle-orm";
import { checkRuns, checkSuites } from "../../core/store/tables/checks";
import type { Reader } from "../../core/store/transaction";
import { currentRuns, currentSuites, type RunAttempt, type SuiteAttempt } from "./current-attempts";

export const runAttempt = {
  id: checkRuns.id,
  suiteId: checkRuns.suiteId,
  key: checkRuns.key,
  name: checkRuns.name,
  status: checkRuns.status,
  conclusion: checkRuns.conclusion,
  externalUpdatedAt: checkRuns.externalUpdatedAt,
  lastRerequestedAt: checkRuns.lastRerequestedAt,
  createdAt: checkRuns.createdAt,
};

export interface CommitSuite {
  suite: SuiteAttempt;
  runs: RunAttempt[];
}

/**
 * The current attempt of each check suite of a commit, with the current attempts of its runs. A `rerequested` run is
 * pending regardless of its conclusion.
 */
export async function checksOfCommit(db: Reader, repositoryId: string, sha: string): Promise<CommitSuite[]> {
  const { id, actorId, key, createdAt } = checkSuites;
  const ofCommit = and(eq(checkSuites.repositoryId, repositoryId), eq(checkSuites.sha, sha));
  const suites = await db.select({ id, actorId, key, createdAt }).from(checkSuites).where(ofCommit);
  if (suites.length === 0) return [];
  const runs = await db
    .select(runAttempt)
    .from(checkRuns)
    .innerJoin(checkSuites, eq(checkSuites.id, checkRuns.suiteId))
    .where(ofCommit);
  return currentSuites(suites, runs);
}

/** The current attempts of one suite's runs, even if the suite itself is superseded. */
export async function checksOfSuite(db: Reader, suiteId: string): Promise<RunAttempt[]> {
  return currentRuns(await db.select(runAttempt).from(checkRuns).where(eq(checkRuns.suiteId, suiteId)));
}
