import type { CheckRunRow, CheckSuiteRow } from "./check-row";
import { isPassing } from "./is-passing";

/** The fields that decide which attempt of a check is current. */
export type RunAttempt = Pick<
  CheckRunRow,
  "id" | "suiteId" | "key" | "name" | "status" | "conclusion" | "externalUpdatedAt" | "lastRerequestedAt" | "createdAt"
>;
export type SuiteAttempt = Pick<CheckSuiteRow, "id" | "actorId" | "key" | "createdAt">;

interface Ranked {
  id: string;
  createdAt: number;
  stamp: number;
  canceled: boolean;
  passed: boolean;
  /** When a re-run was requested after the run passed. */
  rerequestedAt: number | null;
}

const newestFirst = (a: Ranked, b: Ranked) =>
  b.stamp - a.stamp || b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * The current attempt: the newest one, except that canceled attempts don't supersede a passing one. If the passing
 * attempt was re-requested, later canceled attempts count again.
 */
function currentOf<Each extends Ranked>(attempts: readonly Each[]): Each | undefined {
  const ordered = [...attempts].sort(newestFirst);
  const other = ordered.find(({ canceled }) => !canceled);
  if (!other?.passed) return ordered[0];
  const since = other.rerequestedAt ?? Number.POSITIVE_INFINITY;
  return ordered.find(({ canceled, stamp }) => !canceled || stamp >= since);
}

function grouped<Each>(all: readonly Each[], keyOf: (each: Each) => string): Each[][] {
  const groups = new Map<string, Each[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group) group.push(each);
    else groups.set(key, [each]);
  }
  return [...groups.values()];
}

const hasResult = ({ status }: RunAttempt) => status === "completed" || status === "rerequested";

const rankedRun = <Run extends RunAttempt>(run: Run) => ({
  run,
  id: run.id,
  createdAt: run.createdAt,
  stamp: run.externalUpdatedAt,
  canceled: run.status === "completed" && run.conclusion === "cancelled",
  passed: hasResult(run) && isPassing(run.conclusion),
  rerequestedAt: run.lastRerequestedAt,
});

/** The current attempt of each run in one suite. */
export function currentRuns<Run extends RunAttempt>(runs: readonly Run[]): Run[] {
  return grouped(runs.map(rankedRun), ({ run }) => run.key).flatMap((attempts) => currentOf(attempts)?.run ?? []);
}

function rankedSuite<Suite extends SuiteAttempt, Run extends RunAttempt>(suite: Suite, runs: readonly Run[]) {
  const current = currentRuns(runs);
  const ranked = current.map(rankedRun);
  const rerequests = ranked.flatMap(({ rerequestedAt }) => rerequestedAt ?? []);
  return {
    suite,
    runs: current,
    id: suite.id,
    createdAt: suite.createdAt,
    stamp: ranked.length === 0 ? suite.createdAt : Math.max(...ranked.map(({ stamp }) => stamp)),
    canceled: ranked.some(({ canceled }) => canceled) && ranked.every(({ canceled, passed }) => canceled || passed),
    passed: ranked.length > 0 && ranked.every(({ passed }) => passed),
    rerequestedAt: rerequests.length === 0 ? null : Math.max(...rerequests),
  };
}

/** The current attempt of each suite of one commit, by reporting actor and key, with the current attempts of its runs. */
export function currentSuites<Suite extends SuiteAttempt, Run extends RunAttempt>(
  suites: readonly Suite[],
  runs: readonly Run[],
): { suite: Suite; runs: Run[] }[] {
  const bySuite = new Map(grouped(runs, ({ suiteId }) => suiteId).map((group) => [group[0]?.suiteId, group]));
  const ranked = suites.map((suite) => rankedSuite(suite, bySuite.get(suite.id) ?? []));
  return grouped(ranked, ({ suite }) => JSON.stringify([suite.actorId, suite.key])).flatMap(
    (attempts) => currentOf(attempts) ?? [],
  );
}
