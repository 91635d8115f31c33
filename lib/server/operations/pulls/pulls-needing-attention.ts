import {
  type listPullsNeedingAttention,
  type PullNeedingAttention,
  pullNeeds,
} from "@/lib/contract/dashboard/list-pulls-needing-attention";
import type { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { ResponseOf } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { EvaluatedMergeability, MergeabilityCache } from "./mergeability-cache";

type RepositoryName = PullNeedingAttention["repository"];

/** Reads repositories and pull requests from the service. */
export interface PullSource {
  repositories(): Promise<readonly Repo[]>;
  /** Open pull requests, most recently updated first. */
  openPulls(repository: RepositoryName, limit: number): Promise<ResponseOf<typeof listPullRequests>>;
}

type Result = ResponseOf<typeof listPullsNeedingAttention>;

/** Mergeability costs ten rate limit points, so few pull requests are evaluated and results are cached. */
const maxRepositories = 10;
const maxPulls = 16;
const mergeabilityMs = 120_000;
const resultMs = 30_000;
const maxConcurrent = 4;

interface Found {
  repository: RepositoryName;
  pull: PullRequest;
}

const movedAt = ({ pushedAt, updatedAt }: Repo) => pushedAt ?? updatedAt;
const newestFirst = (a: string, b: string) => b.localeCompare(a);

/** Creates a function that lists open pull requests needing attention. Concurrent and repeated requests share the result. */
export function createPullsNeedingAttention(source: PullSource, cache: MergeabilityCache, clock: Clock) {
  let cached: { at: number; result: Promise<Result> } | undefined;

  return function pullsNeedingAttention(): Promise<Result> {
    if (!cached || clock.now() - cached.at >= resultMs) cached = { at: clock.now(), result: list() };
    return cached.result;
  };

  async function list(): Promise<Result> {
    const problems: string[] = [];
    const collectError = async <T>(work: Promise<T>): Promise<T | undefined> => {
      try {
        return await work;
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        // Lists name repositories that the user can't read.
        if (error.status !== 403 && error.status !== 404) problems.push(error.message);
        return undefined;
      }
    };
    const all = [...((await collectError(source.repositories())) ?? [])].sort((a, b) =>
      newestFirst(movedAt(a), movedAt(b)),
    );
    const lists = await mapConcurrently(all.slice(0, maxRepositories), (repo) => collectError(openPulls(repo)));
    const found = lists.flatMap((list) => list?.pulls ?? []);
    found.sort((a, b) => newestFirst(a.pull.updatedAt, b.pull.updatedAt));
    const evaluated = found.slice(0, maxPulls);
    const pulls = await mapConcurrently(evaluated, (one) => collectError(evaluate(one)));
    return {
      pulls: pulls.filter((pull) => pull !== undefined).sort((a, b) => rank(a) - rank(b)),
      looked: evaluated.length,
      more: all.length > maxRepositories || found.length > maxPulls || lists.some((list) => list?.more),
      ...(problems[0] === undefined ? {} : { problem: problems[0] }),
    };
  }

  async function openPulls({ owner, name }: Repo): Promise<{ pulls: Found[]; more: boolean }> {
    const repository = { ownerSlug: owner.slug, repoName: name };
    const { pullRequests, nextPageToken } = await source.openPulls(repository, maxPulls);
    const pulls = pullRequests.filter(({ draft }) => !draft).map((pull) => ({ repository, pull }));
    return { pulls, more: nextPageToken !== "" };
  }

  async function evaluate({ repository, pull }: Found): Promise<PullNeedingAttention | undefined> {
    const { need } = await mergeabilityOf({ repository, pull });
    const { id, number, title, updatedAt } = pull;
    return need && { id, repository, number, title, updatedAt, ...need };
  }

  async function mergeabilityOf({ repository, pull }: Found): Promise<EvaluatedMergeability> {
    const revision = `${pull.updatedAt} ${pull.version.number} ${pull.base.sha}`;
    const entry = cache.find(repository, { number: pull.number, headSha: pull.head.sha });
    const { value } = entry;
    if (value && clock.now() - entry.readAt < mergeabilityMs) {
      if (entry.revision === revision || (entry.revision === undefined && isCurrent(value, pull))) return value;
    }
    return cache.read(entry, revision);
  }
}

/** Whether a mergeability fetched by head is still current for the pull request's base and last update. */
const isCurrent = ({ baseSha, evaluatedAt }: EvaluatedMergeability, { base, updatedAt }: PullRequest) =>
  baseSha === base.sha && Date.parse(evaluatedAt) >= Date.parse(updatedAt);

const rank = ({ need }: PullNeedingAttention) => pullNeeds.indexOf(need);

async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += maxConcurrent) {
    results.push(...(await Promise.all(items.slice(start, start + maxConcurrent).map(work))));
  }
  return results;
}
