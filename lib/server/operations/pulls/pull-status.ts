import type { PullStatus } from "@/lib/contract/dashboard/list-pull-statuses";
import type { Clock } from "@/lib/core/clock";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import type { PullHead, Repository, Verdicts } from "./verdicts";

type Checks = NonNullable<PullStatus["checks"]>;

export interface PullStatusSources {
  checks(repository: Repository, sha: string): Promise<Checks>;
  verdicts: Verdicts;
  /** Points of the minute; reading them is free. */
  budget(): Promise<{ limit: number; remaining: number; reset: number }>;
  clock: Clock;
}

export interface PullStatuses {
  statuses: PullStatus[];
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

/** Reads that cost points: a few at a time, each entry by one read at a time. */
class PaidReads {
  /** Points of the reads that wait or run. */
  planned = 0;
  readonly #underway = new Set<Kept>();
  readonly #semaphore = new Semaphore(mostAtOnce);

  isUnderway(kept: Kept): boolean {
    return this.#underway.has(kept);
  }

  /** Never rejects: a list is not where an unavailable service is reported. */
  async run(kept: Kept, cost: number, read: () => Promise<unknown>): Promise<void> {
    this.#underway.add(kept);
    this.planned += cost;
    await this.#semaphore.run(() => read().catch(() => undefined));
    this.#underway.delete(kept);
    this.planned -= cost;
  }
}

/** The reads that one list starts, while there are points to spare. */
class ListReads {
  /** True when something was not read for lack of points. */
  heldBack = false;
  readonly #running: Promise<unknown>[] = [];

  constructor(
    private readonly paid: PaidReads,
    private readonly clock: Clock,
    private spare: number,
  ) {}

  /** Reads an entry that is out of date. */
  refresh(kept: Kept, cost: number, read: () => Promise<unknown>): void {
    if (this.paid.isUnderway(kept)) return;
    if (kept.reading) {
      // Another list pays for it.
      this.#running.push(kept.reading.catch(() => undefined));
      return;
    }
    if (kept.until > this.clock.now()) return;
    if (this.spare < cost) {
      this.heldBack = true;
      return;
    }
    this.spare -= cost;
    this.#running.push(this.paid.run(kept, cost, read));
  }

  /** Waits for the reads, but not for long: the next list has what comes later. */
  settle(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.clock.after(longestWaitMs, resolve);
      void Promise.all(this.#running).then(() => {
        cancel();
        resolve();
      });
    });
  }
}

/** Reads the status of pull requests once for everyone who lists them, and only while there are points to spare. */
export function createPullStatuses({ checks, verdicts, budget, clock }: PullStatusSources) {
  const checksOf = new Map<string, KeptChecks>();
  const paid = new PaidReads();

  function keptChecks(key: string): KeptChecks {
    const known = checksOf.get(key) ?? { until: 0 };
    // The entries requested last are kept longest.
    checksOf.delete(key);
    checksOf.set(key, known);
    if (checksOf.size > mostKept) checksOf.delete(checksOf.keys().next().value ?? "");
    return known;
  }

  async function readChecks(kept: KeptChecks, repository: Repository, sha: string): Promise<void> {
    try {
      const found = await checks(repository, sha);
      const pending = found.some(({ status }) => status !== "completed");
      kept.until = clock.now() + (pending ? ages.pending : ages.settled);
      kept.checks = found;
    } catch (error) {
      // The previous checks are kept.
      kept.until = clock.now() + ages.failed;
      throw error;
    }
  }

  const isRead = (kept: Kept) => paid.isUnderway(kept) || kept.reading !== undefined;

  return async function statusesOf(repository: Repository, pulls: readonly PullHead[]): Promise<PullStatuses> {
    const { limit, remaining, reset } = await budget();
    const reads = new ListReads(paid, clock, remaining - paid.planned - limit * (1 - shareForLists));
    const name = `${repository.ownerSlug}/${repository.repoName}`.toLowerCase();
    const entries = pulls.map((pull) => ({
      pull,
      checks: keptChecks(`${name}@${pull.headSha}`),
      verdict: verdicts.find(repository, pull),
    }));
    // Checks cost little and say much: they come first for every row.
    for (const { pull, checks: kept, verdict } of entries) {
      reads.refresh(kept, costs.checks, async () => {
        const before = kept.checks;
        await readChecks(kept, repository, pull.headSha);
        // Other checks may change the verdict.
        if (before && JSON.stringify(kept.checks) !== JSON.stringify(before)) verdict.until = 0;
      });
    }
    for (const { verdict } of entries) reads.refresh(verdict, costs.verdict, () => verdicts.read(verdict));
    await reads.settle();
    return {
      statuses: entries.map(({ pull, checks: { checks: known }, verdict: { verdict } }) => ({
        ...pull,
        ...(known ? { checks: known } : {}),
        ...(verdict ? { verdict: verdict.result } : {}),
      })),
      reading: entries.some((entry) => isRead(entry.checks) || isRead(entry.verdict)),
      ...(reads.heldBack ? { waitsUntil: new Date(reset * 1_000).toISOString() } : {}),
    };
  };
}
