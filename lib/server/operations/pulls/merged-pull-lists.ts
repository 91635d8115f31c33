import type { AllPullsFilters, RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { ResponseOf } from "@/lib/contract/operation";
import { collectProblems } from "./collect-problems";
import { mapConcurrently } from "./map-concurrently";

type RepositoryName = RepositoryPull["repository"];

/** Reads with the permissions of one user. */
export interface PullListsSource {
  repositories(): Promise<readonly Repo[]>;
  /** Most recently updated first. */
  pulls(
    repository: RepositoryName,
    options: { state: AllPullsFilters["state"]; pageToken: string },
  ): Promise<ResponseOf<typeof listPullRequests>>;
}

const repositoriesPerPage = 50;
/** Pages of a repository's list after the first. */
const furtherReadsPerPage = 20;

interface RepositoryList {
  repository: RepositoryName;
  found: RepositoryPull[];
  /** Empty when all are read. */
  next: string;
}

/** A pull request in a list, without its description, which can be long. */
export const listedPull = (repository: RepositoryName, pull: PullRequest): RepositoryPull => ({
  repository,
  pull: { ...pull, body: "" },
});

const movedAt = ({ pushedAt, updatedAt }: Repo) => pushedAt ?? updatedAt;
const byUpdate = (a: RepositoryPull, b: RepositoryPull) => b.pull.updatedAt.localeCompare(a.pull.updatedAt);
/** No unread pull request of a list is newer. */
const readUntil = ({ found }: RepositoryList) => found.at(-1)?.pull.updatedAt ?? "";

/** The pull requests of a user's repositories as one list, most recently updated first. What was read is kept. */
export class MergedPullLists {
  readonly #source: PullListsSource;
  readonly #state: AllPullsFilters["state"];
  readonly #lists: RepositoryList[] = [];
  #repositories: Promise<readonly Repo[]> | undefined;
  #reading: Promise<unknown> = Promise.resolve();
  #started = 0;
  #furtherReads = 0;
  #problem: string | undefined;

  constructor(source: PullListsSource, state: AllPullsFilters["state"]) {
    this.#source = source;
    this.#state = state;
  }

  /** Why some can't be read. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /**
   * Reads until the first `count` pull requests that match are known, and returns all known ones that match. `more`:
   * whether there are unread ones. Reads at most 50 repositories and 20 further pages of their lists per `pages`.
   */
  search(
    matches: (pull: RepositoryPull) => boolean,
    { count, pages }: { count: number; pages: number },
  ): Promise<{ found: RepositoryPull[]; more: boolean }> {
    const result = this.#reading.then(async () => {
      const more = await this.#startRepositories(pages);
      const found = this.#lists.flatMap((list) => list.found.filter(matches));
      let list = this.#newestUnread();
      while (list && this.#furtherReads < pages * furtherReadsPerPage) {
        const until = readUntil(list);
        if (found.filter(({ pull }) => pull.updatedAt >= until).length >= count) break;
        this.#furtherReads += 1;
        found.push(...(await this.#readPage(list)).filter(matches));
        list = this.#newestUnread();
      }
      return { found: found.sort(byUpdate), more: more || list !== undefined };
    });
    this.#reading = result.catch(() => undefined);
    return result;
  }

  /** Reads the first pages of the repositories with the last pushes. Returns whether there are more repositories. */
  async #startRepositories(pages: number): Promise<boolean> {
    this.#repositories ??= this.#collect(this.#source.repositories()).then((all = []) =>
      [...all].sort((a, b) => movedAt(b).localeCompare(movedAt(a))),
    );
    const all = await this.#repositories;
    const lists = all.slice(this.#started, pages * repositoriesPerPage).map(
      ({ owner, name }): RepositoryList => ({
        repository: { ownerSlug: owner.slug, repoName: name },
        found: [],
        next: "",
      }),
    );
    this.#started += lists.length;
    await mapConcurrently(lists, (list) => this.#readPage(list));
    this.#lists.push(...lists);
    return this.#started < all.length;
  }

  #newestUnread(): RepositoryList | undefined {
    const [first, ...others] = this.#lists.filter(({ next }) => next !== "");
    return first && others.reduce((newest, list) => (readUntil(list) > readUntil(newest) ? list : newest), first);
  }

  /** Returns what the page adds. */
  async #readPage(list: RepositoryList): Promise<RepositoryPull[]> {
    const { repository, next: pageToken } = list;
    const page = await this.#collect(this.#source.pulls(repository, { state: this.#state, pageToken }));
    const added = (page?.pullRequests ?? []).map((pull) => listedPull(repository, pull));
    list.found.push(...added);
    list.next = page?.nextPageToken ?? "";
    return added;
  }

  async #collect<T>(work: Promise<T>): Promise<T | undefined> {
    const { problems, collect } = collectProblems();
    const result = await collect(work);
    this.#problem ??= problems[0];
    return result;
  }
}
