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
import type { Verdict, Verdicts } from "./verdicts";

type RepositoryName = PullNeedingAttention["repository"];

/** What is read of the service. */
export interface PullSource {
  repositories(): Promise<readonly Repo[]>;
  /** The open ones, those that changed last first. */
  openPulls(repository: RepositoryName, limit: number): Promise<ResponseOf<typeof listPullRequests>>;
}

type Answer = ResponseOf<typeof listPullsNeedingAttention>;

/** A verdict costs ten points of some hundred a minute, so few are asked for, and each is believed for a while. */
const mostRepositories = 10;
const mostPulls = 16;
const verdictMs = 120_000;
const answerMs = 30_000;
const atOnce = 4;

interface Found {
  repository: RepositoryName;
  pull: PullRequest;
}

const movedAt = ({ pushedAt, updatedAt }: Repo) => pushedAt ?? updatedAt;
const newestFirst = (a: string, b: string) => b.localeCompare(a);

/** Looks through open pull requests for those that need a person, whoever asks and however many do. */
export function createPullJudge(source: PullSource, verdicts: Verdicts, clock: Clock) {
  let known: { at: number; answer: Promise<Answer> } | undefined;

  return function pullsNeedingAttention(): Promise<Answer> {
    if (!known || clock.now() - known.at >= answerMs) known = { at: clock.now(), answer: look() };
    return known.answer;
  };

  async function look(): Promise<Answer> {
    const problems: string[] = [];
    const noted = async <T>(work: Promise<T>): Promise<T | undefined> => {
      try {
        return await work;
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        problems.push(error.message);
        return undefined;
      }
    };
    const all = [...((await noted(source.repositories())) ?? [])].sort((a, b) => newestFirst(movedAt(a), movedAt(b)));
    const lists = await each(all.slice(0, mostRepositories), (repo) => noted(openPulls(repo)));
    const found = lists.flatMap((list) => list?.pulls ?? []);
    found.sort((a, b) => newestFirst(a.pull.updatedAt, b.pull.updatedAt));
    const looked = found.slice(0, mostPulls);
    const pulls = await each(looked, (one) => noted(judge(one)));
    return {
      pulls: pulls.filter((pull) => pull !== undefined).sort((a, b) => rank(a) - rank(b)),
      looked: looked.length,
      more: all.length > mostRepositories || found.length > mostPulls || lists.some((list) => list?.more),
      ...(problems[0] === undefined ? {} : { problem: problems[0] }),
    };
  }

  async function openPulls({ owner, name }: Repo): Promise<{ pulls: Found[]; more: boolean }> {
    const repository = { ownerSlug: owner.slug, repoName: name };
    const { pullRequests, nextPageToken } = await source.openPulls(repository, mostPulls);
    const pulls = pullRequests.filter(({ draft }) => !draft).map((pull) => ({ repository, pull }));
    return { pulls, more: nextPageToken !== "" };
  }

  async function judge({ repository, pull }: Found): Promise<PullNeedingAttention | undefined> {
    const { need } = await verdictOf({ repository, pull });
    const { id, number, title, updatedAt } = pull;
    return need && { id, repository, number, title, updatedAt, ...need };
  }

  async function verdictOf({ repository, pull }: Found): Promise<Verdict> {
    const of = `${pull.updatedAt} ${pull.version.number} ${pull.base.sha}`;
    const kept = verdicts.find(repository, { number: pull.number, headSha: pull.head.sha });
    const { verdict } = kept;
    if (verdict && clock.now() - kept.readAt < verdictMs) {
      if (kept.of === of || (kept.of === undefined && isAsNew(verdict, pull))) return verdict;
    }
    return verdicts.read(kept, of);
  }
}

/** Whether a verdict that was asked for by the head alone was given for all that is known of the pull request now. */
const isAsNew = ({ baseSha, evaluatedAt }: Verdict, { base, updatedAt }: PullRequest) =>
  baseSha === base.sha && Date.parse(evaluatedAt) >= Date.parse(updatedAt);

const rank = ({ need }: PullNeedingAttention) => pullNeeds.indexOf(need);

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
  }
  return results;
}
