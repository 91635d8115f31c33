import type { PullStatus } from "@/lib/contract/dashboard/pulls/list-pull-statuses";
import type { Mergeability } from "@/lib/contract/hosting/mergeability/mergeability";
import type { Clock } from "@/lib/core/clock";
import { RecentMap } from "@/lib/core/recent-map";
import { attentionReason } from "./attention-reason";

export interface Repository {
  ownerSlug: string;
  repoName: string;
}

export interface PullHead {
  number: string;
  headSha: string;
}

/** The part of a mergeability that is cached. */
export interface EvaluatedMergeability {
  result: NonNullable<PullStatus["verdict"]>;
  need: ReturnType<typeof attentionReason>;
  baseSha: string;
  /** The service's time. */
  evaluatedAt: string;
}

export interface CacheEntry {
  readonly pull: Repository & { pullNumber: string };
  value?: EvaluatedMergeability;
  /** When it was fetched, in the dashboard's time. */
  readAt: number;
  /** When it was last requested, also if that failed. */
  triedAt: number;
  /** The state of the pull request it was fetched for. Missing if only the head was known. */
  revision?: string | undefined;
  /** When the pull request list refetches it. */
  until: number;
  reading?: Promise<EvaluatedMergeability> | undefined;
}

export type FetchMergeability = (pull: Repository & { pullNumber: string }) => Promise<Mergeability>;

const maxEntries = 5_000;
const ages = { checking: 15_000, settled: 300_000, failed: 30_000 };

function toCached(mergeability: Mergeability): EvaluatedMergeability {
  const { verdict, blockers, baseSha, evaluatedAt } = mergeability;
  const kinds = [...new Set(blockers.map(({ kind }) => kind))];
  return {
    result: { verdict, blockers: kinds.map((kind) => ({ kind })) },
    need: attentionReason(mergeability),
    baseSha,
    evaluatedAt,
  };
}

/** Caches the mergeability of pull requests for all lists. Concurrent reads of an entry share one request. */
export function createMergeabilityCache(fetchMergeability: FetchMergeability, clock: Clock) {
  const entries = new RecentMap<string, CacheEntry>(maxEntries);

  async function refresh(entry: CacheEntry, revision: string | undefined): Promise<EvaluatedMergeability> {
    entry.triedAt = clock.now();
    try {
      const value = toCached(await fetchMergeability(entry.pull));
      const isChecking = value.result.blockers.some(({ kind }) => kind === "conflict_check_pending");
      entry.readAt = clock.now();
      entry.until = entry.readAt + (isChecking ? ages.checking : ages.settled);
      entry.revision = revision;
      entry.value = value;
      return value;
    } catch (error) {
      // Keeps the previous value.
      entry.until = clock.now() + ages.failed;
      throw error;
    }
  }

  return {
    /** Returns the entry of a head, which may not have been read yet. */
    find({ ownerSlug, repoName }: Repository, { number, headSha }: PullHead): CacheEntry {
      const key = `${ownerSlug}/${repoName}#${number}@${headSha}`.toLowerCase();
      const pull = { ownerSlug, repoName, pullNumber: number };
      const entry = entries.get(key) ?? { pull, readAt: 0, triedAt: 0, until: 0 };
      entries.set(key, entry);
      return entry;
    },

    /** Refetches an entry. Joins a read that is already running. */
    read(entry: CacheEntry, revision?: string): Promise<EvaluatedMergeability> {
      entry.reading ??= refresh(entry, revision).finally(() => {
        entry.reading = undefined;
      });
      return entry.reading;
    },
  };
}

export type MergeabilityCache = ReturnType<typeof createMergeabilityCache>;
