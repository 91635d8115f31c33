import type { listAllPulls, RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type {
  listPullsNeedingAttention,
  PullNeedingAttention,
} from "@/lib/contract/dashboard/pulls/list-pulls-needing-attention";
import type { CheckRun } from "@/lib/contract/hosting/check";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { PullRequestReview } from "@/lib/contract/hosting/review";
import type { ResponseOf } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { RecentMap } from "@/lib/core/recent-map";
import { worstCheck } from "@/lib/model/checks/check-state";
import { pullRanks } from "@/lib/model/inbox/attention-ranks";
import { reviewDecision } from "@/lib/model/pulls/review-decision";
import { collectProblems } from "./collect-problems";
import { mapConcurrently } from "./map-concurrently";
import type { CacheEntry, EvaluatedMergeability, MergeabilityCache } from "./mergeability-cache";
import type { ReviewRequested } from "./review-requested";

type RepositoryName = RepositoryPull["repository"];
type Check = Pick<CheckRun, "status" | "conclusion"> & { count: number };

/** Reads with the permissions of one user. */
export interface PullSource {
  /** The user's email address. */
  email: string;
  /** Open pull requests, most recently updated first. `change`: the number of the last change of any pull request. */
  openPulls(change: number): Promise<ResponseOf<typeof listAllPulls>>;
  isReviewRequested: ReviewRequested;
  /** The checks of a commit, grouped by status. */
  checks(repository: RepositoryName, sha: string): Promise<readonly Check[]>;
  reviews(repository: RepositoryName, pullNumber: string): Promise<readonly PullRequestReview[]>;
}

type Result = ResponseOf<typeof listPullsNeedingAttention>;
type Need = Pick<PullNeedingAttention, "need" | "why">;

/** Each costs up to three calls. */
const maxPulls = 50;
/** Mergeability costs ten rate limit points, so a list reads few, and uses the last known one for the others. */
const maxReads = 16;
const factsMs = 60_000;
/** A change of the pull request or its base is read earlier. */
const mergeabilityMs = 300_000;
const maxFacts = 2_000;
const resultMs = 30_000;
/** After a change, such as a merge. */
const changedResultMs = 5_000;

interface Found extends RepositoryPull {
  isOwn: boolean;
}

interface Examined extends Found {
  mine: boolean;
  /** Known without its mergeability. */
  need: Need | undefined;
}

const isMineFirst = (one: { mine: boolean }, other: { mine: boolean }) => Number(other.mine) - Number(one.mine);
const revisionOf = ({ updatedAt, version, base }: PullRequest) => `${updatedAt} ${version.number} ${base.sha}`;

/**
 * Creates a function that lists open pull requests needing attention. Concurrent and repeated requests share the result,
 * for a shorter time when `change`, the number of the last change of any pull request, is another one.
 */
export function createPullsNeedingAttention(source: PullSource, cache: MergeabilityCache, clock: Clock) {
  const email = source.email.toLowerCase();
  const facts = new RecentMap<string, { at: number; fact: Promise<boolean> }>(maxFacts);
  let cached: { at: number; change: number; result: Promise<Result> } | undefined;

  return function pullsNeedingAttention(change = 0): Promise<Result> {
    const now = clock.now();
    const validMs = cached?.change === change ? resultMs : changedResultMs;
    if (!cached || now - cached.at >= validMs) cached = { at: now, change, result: list(change) };
    return cached.result;
  };

  async function list(change: number): Promise<Result> {
    const open = await source.openPulls(change);
    const { problems, collect } = collectProblems();
    const ready = open.pulls.filter(({ pull }) => !pull.draft);
    const found = ready.map(
      (each): Found => ({ ...each, isOwn: each.pull.author.user?.email?.toLowerCase() === email }),
    );
    const examined = await mapConcurrently(
      found.sort((a, b) => Number(b.isOwn) - Number(a.isOwn)).slice(0, maxPulls),
      (each) => examine(each, collect),
    );
    const undecided = examined
      .filter(({ need }) => !need)
      .map((each) => ({
        ...each,
        entry: cache.find(each.repository, { number: each.pull.number, headSha: each.pull.head.sha }),
      }));
    const outdated = undecided
      .filter((each) => !isFresh(each))
      .sort((a, b) => isMineFirst(a, b) || a.entry.triedAt - b.entry.triedAt)
      .slice(0, maxReads);
    await mapConcurrently(outdated, ({ entry, pull }) => collect(cache.read(entry, revisionOf(pull))));
    const decided = [
      ...examined.filter(({ need }) => need),
      ...undecided.map(({ entry, ...each }) => ({ ...each, need: entry.value?.need })),
    ];
    const problem = open.problem ?? problems[0];
    return {
      pulls: decided
        .flatMap(needingAttention)
        .sort(
          (a, b) =>
            pullRanks[a.need] - pullRanks[b.need] || isMineFirst(a, b) || b.updatedAt.localeCompare(a.updatedAt),
        ),
      more: open.more || found.length > maxPulls,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  async function examine(found: Found, collect: ReturnType<typeof collectProblems>["collect"]): Promise<Examined> {
    const { repository, pull, isOwn } = found;
    const revision = `${pull.id} ${revisionOf(pull)}`;
    const [isRequested = false, checksFailed = false, changesRequested = false] = await Promise.all([
      isOwn ? false : collect(fact(`requested ${revision}`, () => source.isReviewRequested(repository, pull.number))),
      collect(fact(`checks ${pull.id} ${pull.head.sha}`, () => haveChecksFailed(repository, pull))),
      isOwn ? collect(fact(`changes ${revision}`, () => areChangesRequested(repository, pull))) : false,
    ]);
    const mine = isOwn || isRequested;
    if (isRequested) return { ...found, mine, need: { need: "review", why: checksFailed ? "Checks failed" : "" } };
    if (checksFailed) return { ...found, mine, need: { need: "checks", why: "" } };
    return { ...found, mine, need: changesRequested ? { need: "changes", why: "" } : undefined };
  }

  /** Reads a fact again after a while. Errors aren't kept. */
  function fact(key: string, read: () => Promise<boolean>): Promise<boolean> {
    const now = clock.now();
    const known = facts.get(key);
    if (known && now - known.at < factsMs) return known.fact;
    const entry = { at: now, fact: read() };
    facts.set(key, entry);
    entry.fact.catch(() => facts.delete(key));
    return entry.fact;
  }

  async function haveChecksFailed(repository: RepositoryName, { head }: PullRequest): Promise<boolean> {
    return worstCheck(await source.checks(repository, head.sha))?.kind === "failed";
  }

  async function areChangesRequested(repository: RepositoryName, { number, version }: PullRequest): Promise<boolean> {
    return reviewDecision(await source.reviews(repository, number), version.number) === "changes_requested";
  }

  /** Whether the last mergeability is recent, and of the pull request as it is. */
  function isFresh({ pull, entry: { value, readAt, revision } }: { pull: PullRequest; entry: CacheEntry }): boolean {
    if (!value || clock.now() - readAt >= mergeabilityMs) return false;
    return revision === undefined ? isCurrent(value, pull) : revision === revisionOf(pull);
  }
}

function needingAttention({ repository, pull, mine, need }: Examined): PullNeedingAttention[] {
  const { id, number, title, updatedAt } = pull;
  return need ? [{ id, repository, number, title, updatedAt, ...need, mine }] : [];
}

/** Whether a mergeability fetched by head is still current for the pull request's base and last update. */
const isCurrent = ({ baseSha, evaluatedAt }: EvaluatedMergeability, { base, updatedAt }: PullRequest) =>
  baseSha === base.sha && Date.parse(evaluatedAt) >= Date.parse(updatedAt);
