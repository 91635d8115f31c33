import type { Clock } from "@/lib/clock/clock";
import { type listPullsInNeed, type PullInNeed, pullNeeds } from "@/lib/contract/dashboard/list-pulls-in-need";
import type { ResponseOf } from "@/lib/contract/operation";
import type { listPullRequests } from "@/lib/contract/repohost/list-pull-requests";
import type { Mergeability } from "@/lib/contract/repohost/mergeability";
import type { PullRequest } from "@/lib/contract/repohost/pull-request";
import type { Repo } from "@/lib/contract/repohost/repo";
import { UpstreamError } from "@/lib/upstream/error";
import { pullNeed } from "./pull-need";

type RepositoryName = PullInNeed["repository"];

/** What is read of the service. */
export interface PullSource {
  repositories(): Promise<readonly Repo[]>;
  /** The open ones, those that changed last first. */
  openPulls(repository: RepositoryName, limit: number): Promise<ResponseOf<typeof listPullRequests>>;
  verdict(name: RepositoryName & { pullNumber: string }): Promise<Mergeability>;
}

type Answer = ResponseOf<typeof listPullsInNeed>;

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

interface Verdict {
  of: string;
  at: number;
  need: ReturnType<typeof pullNeed>;
}

const movedAt = ({ pushedAt, updatedAt }: Repo) => pushedAt ?? updatedAt;
const newestFirst = (a: string, b: string) => b.localeCompare(a);

/** Looks through open pull requests for those that need a person, whoever asks and however many do. */
export function createPullJudge(source: PullSource, clock: Clock) {
  const verdicts = new Map<string, Verdict>();
  let known: { at: number; answer: Promise<Answer> } | undefined;

  return function pullsInNeed(): Promise<Answer> {
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
    forget(looked);
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

  async function judge({ repository, pull }: Found): Promise<PullInNeed | undefined> {
    const of = `${pull.updatedAt} ${pull.version.number} ${pull.base.sha}`;
    let verdict = verdicts.get(pull.id);
    if (verdict?.of !== of || clock.now() - verdict.at >= verdictMs) {
      const told = await source.verdict({ ...repository, pullNumber: pull.number });
      verdict = { of, at: clock.now(), need: pullNeed(told) };
      verdicts.set(pull.id, verdict);
    }
    const { id, number, title, updatedAt } = pull;
    return verdict.need && { id, repository, number, title, updatedAt, ...verdict.need };
  }

  function forget(looked: readonly Found[]): void {
    const ids = new Set(looked.map(({ pull }) => pull.id));
    for (const id of verdicts.keys()) if (!ids.has(id)) verdicts.delete(id);
  }
}

const rank = ({ need }: PullInNeed) => pullNeeds.indexOf(need);

async function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += atOnce) {
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(work))));
  }
  return results;
}
