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
import { collectProblems } from "./collect-problems";
import { mapConcurrently } from "./map-concurrently";
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
/** After a change, such as a merge. */
const changedResultMs = 5_000;

interface Found {
  repository: RepositoryName;
  pull: PullRequest;
}

const movedAt = ({ pushedAt, updatedAt }: Repo) => pushedAt ?? updatedAt;
const newestFirst = (a: string, b: string) => b.localeCompare(a);

/**
 * Creates a function that lists open pull requests needing attention. Concurrent and repeated requests share the result,
 * for a shorter time when `change`, the number of the last change of any pull request, is another one.
 */
export function createPullsNeedingAttention(source: PullSource, cache: MergeabilityCache, clock: Clock) {
  let cached: { at: number; change: number; result: Promise<Result> } | undefined;

  return function pullsNeedingAttention(change = 0): Promise<Result> {
    const now = clock.now();
    const validMs = cached?.change === change ? resultMs : changedResultMs;
    if (!cached || now - cached.at >= validMs) cached = { at: now, change, result: list() };
    return cached.result;
  };

  async function list(): Promise<Result> {
    const { problems, collect } = collectProblems();
    const all = [...((await collect(source.repositories())) ?? [])].sort((a, b) => newestFirst(movedAt(a), movedAt(b)));
    const lists = await mapConcurrently(all.slice(0, maxRepositories), (repo) => collect(openPulls(repo)));
    const found = lists.flatMap((list) => list?.pulls ?? []);
    found.sort((a, b) => newestFirst(a.pull.updatedAt, b.pull.updatedAt));
    const evaluated = found.slice(0, maxPulls);
    const pulls = await mapConcurrently(evaluated, (one) => collect(evaluate(one)));
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
