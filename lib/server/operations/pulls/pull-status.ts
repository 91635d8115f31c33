import type { PullStanding } from "@/lib/contract/dashboard/list-pull-statuses";
import type { Clock } from "@/lib/core/clock";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import type { PullHead, Repository, Verdicts } from "./verdicts";

type Checks = NonNullable<PullStanding["checks"]>;

export interface StandingSources {
  checks(repository: Repository, sha: string): Promise<Checks>;
  verdicts: Verdicts;
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

const ages = { pending: 15_000, settled: 60_000, failed: 30_000 };

/** When it is read again. */
interface Kept {
  until: number;
  reading?: Promise<unknown> | undefined;
}

interface KeptChecks extends Kept {
  checks?: Checks;
}

/** Reads how pull requests stand once for all who look, and only while there are points to spare. */
export function createStandings({ checks, verdicts, budget, clock }: StandingSources) {
  const checksOf = new Map<string, KeptChecks>();
  /** What waits for its turn or is being read. */
  const underway = new Set<Kept>();
  const reads = new Semaphore(mostAtOnce);
  let planned = 0;

  function keptChecks(key: string): KeptChecks {
    const known = checksOf.get(key) ?? { until: 0 };
    // What was asked for last is kept longest.
    checksOf.delete(key);
    checksOf.set(key, known);
    if (checksOf.size > mostKept) checksOf.delete(checksOf.keys().next().value ?? "");
    return known;
  }

  /** Never rejects: a list is not where an unavailable service is reported. */
  async function schedule(kept: Kept, cost: number, reading: () => Promise<unknown>): Promise<void> {
    underway.add(kept);
    planned += cost;
    await reads.run(() => reading().catch(() => undefined));
    underway.delete(kept);
    planned -= cost;
  }

  async function readChecks(kept: KeptChecks, ask: () => Promise<Checks>): Promise<void> {
    try {
      const found = await ask();
      const pending = found.some(({ status }) => status !== "completed");
      kept.until = clock.now() + (pending ? ages.pending : ages.settled);
      kept.checks = found;
    } catch (error) {
      // What was known stays.
      kept.until = clock.now() + ages.failed;
      throw error;
    }
  }

  const isRead = (kept: Kept) => underway.has(kept) || kept.reading !== undefined;

  return async function standingsOf(repository: Repository, pulls: readonly PullHead[]): Promise<Standings> {
    const { limit, remaining, reset } = await budget();
    let spare = remaining - planned - limit * (1 - shareForLists);
    let heldBack = false;
    const name = `${repository.ownerSlug}/${repository.repoName}`.toLowerCase();
    const readings: Promise<unknown>[] = [];
    const entries = pulls.map((pull) => ({
      pull,
      checks: keptChecks(`${name}@${pull.headSha}`),
      verdict: verdicts.find(repository, pull),
    }));
    function refresh(kept: Kept, cost: number, reading: () => Promise<unknown>) {
      if (underway.has(kept)) return;
      if (kept.reading) {
        // Another list pays for it.
        readings.push(kept.reading.catch(() => undefined));
        return;
      }
      if (kept.until > clock.now()) return;
      if (spare < cost) {
        heldBack = true;
        return;
      }
      spare -= cost;
      readings.push(schedule(kept, cost, reading));
    }
    // Checks cost little and say much: they come first for every row.
    for (const { pull, checks: kept, verdict } of entries) {
      refresh(kept, costs.checks, async () => {
        const before = kept.checks;
        await readChecks(kept, () => checks(repository, pull.headSha));
        // Other checks may make another verdict.
        if (before && JSON.stringify(kept.checks) !== JSON.stringify(before)) verdict.until = 0;
      });
    }
    for (const { verdict } of entries) refresh(verdict, costs.verdict, () => verdicts.read(verdict));
    await withinTime(Promise.all(readings));
    return {
      standings: entries.map((entry) => ({
        ...entry.pull,
        ...(entry.checks.checks ? { checks: entry.checks.checks } : {}),
        ...(entry.verdict.verdict ? { verdict: entry.verdict.verdict.standing } : {}),
      })),
      reading: entries.some((entry) => isRead(entry.checks) || isRead(entry.verdict)),
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
