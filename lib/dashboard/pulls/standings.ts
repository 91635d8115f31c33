import type { Clock } from "@/lib/clock/clock";
import type { PullStanding } from "@/lib/contract/dashboard/list-pull-standings";

type Checks = NonNullable<PullStanding["checks"]>;
type Verdict = NonNullable<PullStanding["verdict"]>;

export interface Repository {
  ownerSlug: string;
  repoName: string;
}

export interface PullHead {
  number: string;
  headSha: string;
}

export interface StandingSources {
  checks(repository: Repository, sha: string): Promise<Checks>;
  verdict(repository: Repository, pull: PullHead): Promise<Verdict>;
  /** Points of the minute; reading them is free. */
  budget(): Promise<{ limit: number; remaining: number; reset: number }>;
  clock: Clock;
}

export interface Standings {
  standings: PullStanding[];
  reading: boolean;
  waitsUntil?: string;
}

/** What a reading costs, in points. */
const costs = { checks: 1, verdict: 10 };
/** The rest is left to what people do themselves. */
const shareForLists = 0.4;
const mostAtOnce = 4;
const longestWaitMs = 1_500;
const mostKept = 5_000;

const ages = { pendingChecks: 15_000, settledChecks: 60_000, openVerdict: 15_000, verdict: 300_000, failed: 30_000 };

interface Kept<Value> {
  value?: Value;
  /** When it is read again. */
  until: number;
  reading: boolean;
}

/** Reads how pull requests stand once for all who look, and only while there are points to spare. */
export function createStandings({ checks, verdict, budget, clock }: StandingSources) {
  const checksOf = new Map<string, Kept<Checks>>();
  const verdictOf = new Map<string, Kept<Verdict>>();
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  let planned = 0;

  function keptIn<Value>(all: Map<string, Kept<Value>>, key: string): Kept<Value> {
    const known = all.get(key) ?? { until: 0, reading: false };
    // What was asked for last is kept longest.
    all.delete(key);
    all.set(key, known);
    if (all.size > mostKept) all.delete(all.keys().next().value ?? "");
    return known;
  }

  function next(): void {
    while (running < mostAtOnce) {
      const work = waiting.shift();
      if (!work) return;
      running += 1;
      void work().finally(() => {
        running -= 1;
        next();
      });
    }
  }

  function read<Value>(
    kept: Kept<Value>,
    cost: number,
    ask: () => Promise<Value>,
    goodFor: (value: Value) => number,
  ): Promise<void> {
    kept.reading = true;
    planned += cost;
    return new Promise((resolve) => {
      waiting.push(async () => {
        try {
          const value = await ask();
          kept.until = clock.now() + goodFor(value);
          kept.value = value;
        } catch {
          // What was known stays; the list is no place to learn of a service that is away.
          kept.until = clock.now() + ages.failed;
        }
        kept.reading = false;
        planned -= cost;
        resolve();
      });
      next();
    });
  }

  return async function standingsOf(repository: Repository, pulls: readonly PullHead[]): Promise<Standings> {
    const { limit, remaining, reset } = await budget();
    let spare = remaining - planned - limit * (1 - shareForLists);
    let heldBack = false;
    const name = `${repository.ownerSlug}/${repository.repoName}`.toLowerCase();
    const readings: Promise<void>[] = [];
    const entries = pulls.map((pull) => ({
      pull,
      checks: keptIn(checksOf, `${name}@${pull.headSha}`),
      verdict: keptIn(verdictOf, `${name}#${pull.number}@${pull.headSha}`),
    }));
    function refresh<Value>(
      kept: Kept<Value>,
      cost: number,
      ask: () => Promise<Value>,
      good: (value: Value) => number,
    ) {
      if (kept.reading || kept.until > clock.now()) return;
      if (spare < cost) {
        heldBack = true;
        return;
      }
      spare -= cost;
      readings.push(read(kept, cost, ask, good));
    }
    // Checks cost little and say much: they come first for every row.
    for (const entry of entries) {
      const { pull } = entry;
      refresh(
        entry.checks,
        costs.checks,
        async () => {
          const found = await checks(repository, pull.headSha);
          // Other checks may make another verdict.
          if (entry.checks.value && JSON.stringify(found) !== JSON.stringify(entry.checks.value))
            entry.verdict.until = 0;
          return found;
        },
        (found) => (found.some(({ status }) => status !== "completed") ? ages.pendingChecks : ages.settledChecks),
      );
    }
    for (const entry of entries) {
      refresh(
        entry.verdict,
        costs.verdict,
        () => verdict(repository, entry.pull),
        ({ blockers }) =>
          blockers.some(({ kind }) => kind === "conflict_check_pending") ? ages.openVerdict : ages.verdict,
      );
    }
    await withinTime(Promise.all(readings));
    return {
      standings: entries.map((entry) => ({
        ...entry.pull,
        ...(entry.checks.value ? { checks: entry.checks.value } : {}),
        ...(entry.verdict.value ? { verdict: entry.verdict.value } : {}),
      })),
      reading: entries.some((entry) => entry.checks.reading || entry.verdict.reading),
      ...(heldBack ? { waitsUntil: new Date(reset * 1_000).toISOString() } : {}),
    };
  };

  function withinTime(work: Promise<unknown>): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(longestWaitMs, resolve);
      void work.then(() => {
        cancel();
        resolve();
      });
    });
  }
}
