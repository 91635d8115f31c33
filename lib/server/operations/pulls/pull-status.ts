import type { PullStatus } from "@/lib/contract/dashboard/pulls/list-pull-statuses";
import type { Clock } from "@/lib/core/clock";
import { Semaphore } from "@/lib/core/concurrency/semaphore";
import { RecentMap } from "@/lib/core/recent-map";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { CacheEntry, MergeabilityCache, PullHead, Repository } from "./mergeability-cache";

type Checks = NonNullable<PullStatus["checks"]>;
type Discussion = Required<Pick<PullStatus, "comments" | "review">>;

export interface PullStatusSources {
  checks(repository: Repository, sha: string): Promise<Checks>;
  discussion(repository: Repository, pull: PullVersion): Promise<Discussion>;
  mergeabilityCache: MergeabilityCache;
  /** Rate limit points of the current minute. Reading them is free. */
  budget(repository: Repository): Promise<{ limit: number; remaining: number; reset: number }>;
  clock: Clock;
}

interface PullVersion extends PullHead {
  version: string;
}

export interface PullStatuses {
  statuses: PullStatus[];
  reading: boolean;
  waitsUntil?: string;
}

/** Cost of a read, in rate limit points. */
const costs = { checks: 1, discussion: 2, mergeability: 10 };
/** The remaining points are left for the users' own requests. */
const shareForLists = 0.4;
const maxConcurrent = 4;
const maxWaitMs = 1_500;
const maxEntries = 5_000;

const ages = { pending: 15_000, settled: 60_000, failed: 30_000 };

/** A cache entry. */
interface Entry {
  /** When it becomes stale. */
  until: number;
  reading?: Promise<unknown> | undefined;
}

interface ChecksEntry extends Entry {
  checks?: Checks;
}

interface DiscussionEntry extends Entry {
  discussion?: Discussion;
}

/** Reads that cost points: a few at a time, each entry by one read at a time. */
class PaidReads {
  /** Points of queued and running reads. */
  planned = 0;
  readonly #running = new Set<Entry>();
  readonly #semaphore = new Semaphore(maxConcurrent);

  isRunning(entry: Entry): boolean {
    return this.#running.has(entry);
  }

  /** Never rejects: the list doesn't report an unavailable service. */
  async run(entry: Entry, cost: number, read: () => Promise<unknown>): Promise<void> {
    this.#running.add(entry);
    this.planned += cost;
    await this.#semaphore.run(() => read().catch(() => undefined));
    this.#running.delete(entry);
    this.planned -= cost;
  }
}

/** The reads started by one request, as long as points are left. */
class ListReads {
  /** True if a read was skipped because too few points were left. */
  skipped = false;
  readonly #running: Promise<unknown>[] = [];

  constructor(
    private readonly paid: PaidReads,
    private readonly clock: Clock,
    private points: number,
  ) {}

  /** Reads an entry if it is stale. Optional reads that too few points are left for aren't reported as skipped. */
  refresh(entry: Entry, cost: number, read: () => Promise<unknown>, { optional = false } = {}): void {
    if (this.paid.isRunning(entry)) return;
    if (entry.reading) {
      // Another request already pays for this read.
      this.#running.push(entry.reading.catch(() => undefined));
      return;
    }
    if (entry.until > this.clock.now()) return;
    if (this.points < cost) {
      this.skipped ||= !optional;
      return;
    }
    this.points -= cost;
    this.#running.push(this.paid.run(entry, cost, read));
  }

  /** Waits briefly for the reads. Later results are included in the next response. */
  settle(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.clock.after(maxWaitMs, resolve);
      void Promise.all(this.#running).then(() => {
        cancel();
        resolve();
      });
    });
  }
}

/** Whether an error means that the user can no longer read the repository. */
const isDenied = (error: unknown) => error instanceof UpstreamError && (error.status === 403 || error.status === 404);

function forget(checks: ChecksEntry, discussion: DiscussionEntry, mergeability: CacheEntry): void {
  delete checks.checks;
  delete discussion.discussion;
  delete mergeability.value;
}

/** Creates a function that returns cached statuses of pull requests and refreshes them within a point budget. */
export function createPullStatuses({ checks, discussion, mergeabilityCache, budget, clock }: PullStatusSources) {
  const checksOf = new RecentMap<string, ChecksEntry>(maxEntries);
  const discussionsOf = new RecentMap<string, DiscussionEntry>(maxEntries);
  const paid = new PaidReads();

  function checksEntry(key: string): ChecksEntry {
    const known = checksOf.get(key) ?? { until: 0 };
    checksOf.set(key, known);
    return known;
  }

  async function readChecks(entry: ChecksEntry, repository: Repository, sha: string): Promise<void> {
    try {
      const found = await checks(repository, sha);
      const pending = found.some(({ status }) => status !== "completed");
      entry.until = clock.now() + (pending ? ages.pending : ages.settled);
      entry.checks = found;
    } catch (error) {
      // Keeps the previous checks.
      entry.until = clock.now() + ages.failed;
      throw error;
    }
  }

  function discussionEntry(key: string): DiscussionEntry {
    const known = discussionsOf.get(key) ?? { until: 0 };
    discussionsOf.set(key, known);
    return known;
  }

  async function readDiscussion(entry: DiscussionEntry, repository: Repository, pull: PullVersion): Promise<void> {
    entry.until = clock.now() + ages.failed;
    entry.discussion = await discussion(repository, pull);
    entry.until = clock.now() + ages.settled;
  }

  const isBeingRead = (entry: Entry) => paid.isRunning(entry) || entry.reading !== undefined;

  return async function statusesOf(repository: Repository, pulls: readonly PullVersion[]): Promise<PullStatuses> {
    const { limit, remaining, reset } = await budget(repository);
    const reads = new ListReads(paid, clock, remaining - paid.planned - limit * (1 - shareForLists));
    const name = `${repository.ownerSlug}/${repository.repoName}`.toLowerCase();
    const entries = pulls.map((pull) => ({
      pull,
      checks: checksEntry(`${name}@${pull.headSha}`),
      discussion: discussionEntry(`${name}#${pull.number}@${pull.version}`),
      mergeability: mergeabilityCache.find(repository, pull),
    }));
    // Checks are cheap, so they are read first for every row.
    for (const { pull, checks: entry, discussion: about, mergeability } of entries) {
      reads.refresh(entry, costs.checks, async () => {
        const before = entry.checks;
        try {
          await readChecks(entry, repository, pull.headSha);
        } catch (error) {
          if (isDenied(error)) forget(entry, about, mergeability);
          throw error;
        }
        // Changed checks can change the mergeability.
        if (before && JSON.stringify(entry.checks) !== JSON.stringify(before)) mergeability.until = 0;
      });
    }
    for (const { mergeability } of entries)
      reads.refresh(mergeability, costs.mergeability, () => mergeabilityCache.read(mergeability));
    for (const { pull, discussion: entry } of entries)
      reads.refresh(entry, costs.discussion, () => readDiscussion(entry, repository, pull), { optional: true });
    await reads.settle();
    return {
      statuses: entries.map(
        ({
          pull: { number, headSha },
          checks: { checks: known },
          discussion: { discussion: about },
          mergeability: { value },
        }) => ({
          number,
          headSha,
          ...(known ? { checks: known } : {}),
          ...about,
          ...(value ? { verdict: value.result } : {}),
        }),
      ),
      reading: entries.some((entry) => [entry.checks, entry.discussion, entry.mergeability].some(isBeingRead)),
      ...(reads.skipped ? { waitsUntil: new Date(reset * 1_000).toISOString() } : {}),
    };
  };
}
