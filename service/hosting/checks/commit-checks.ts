import { and, eq } from "drizzle-orm";
import { checkRuns, checkSuites } from "../../core/store/tables/checks";
import type { Reader } from "../pulls/pull-request-row";
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
 * The check runs that count for a commit, below the suites that count: of each suite and each run the latest attempt.
 * A `rerequested` run is pending whatever its conclusion says; `passes` tells which conclusions let a merge go on.
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

/** The latest attempts of one suite's runs, whether or not the suite itself is the latest. */
export async function checksOfSuite(db: Reader, suiteId: string): Promise<RunAttempt[]> {
  return currentRuns(await db.select(runAttempt).from(checkRuns).where(eq(checkRuns.suiteId, suiteId)));
}
