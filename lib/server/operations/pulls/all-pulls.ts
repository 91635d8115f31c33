import type { AllPullsFilters, listAllPulls, RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { ResponseOf } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { collectProblems } from "./collect-problems";
import { mapConcurrently } from "./map-concurrently";
import type { PullMatcher } from "./pull-matcher";

type RepositoryName = RepositoryPull["repository"];
type State = AllPullsFilters["state"];
type Result = ResponseOf<typeof listAllPulls>;

/** Reads with the permissions of one user. */
export interface AllPullsSource {
  repositories(): Promise<readonly Repo[]>;
  /** Most recently updated first. */
  pulls(
    repository: RepositoryName,
    options: { state: State; limit: number },
  ): Promise<ResponseOf<typeof listPullRequests>>;
  matcher: PullMatcher;
}

const maxRepositories = 50;
const maxPullsPerRepository = 100;
const maxResults = 200;
/** Each costs a call. */
const maxReviewerReads = 100;
const listMs = 15_000;
/** After a change, such as a merge. */
const changedListMs = 3_000;

interface Listing {
  found: RepositoryPull[];
  more: boolean;
  problem: string | undefined;
}

/** A pull request in a list, without its description, which can be long. */
export const listedPull = (repository: RepositoryName, pull: PullRequest): RepositoryPull => ({
  repository,
  pull: { ...pull, body: "" },
});

const movedAt = ({ pushedAt, updatedAt }: Repo) => pushedAt ?? updatedAt;

/**
 * Creates a function that lists pull requests of all of a user's repositories. Repeated requests share what was fetched, for a
 * shorter time when `change`, the number of the last change of any pull request, is another one.
 */
export function createAllPulls(source: AllPullsSource, clock: Clock) {
  const listings = new Map<State, { at: number; change: number; listing: Promise<Listing> }>();
  const { matches, isRequested } = source.matcher;

  return async function allPulls(filters: AllPullsFilters, change: number): Promise<Result> {
    const { found, more, problem } = await listingOf(filters.state, change);
    const matching = found.filter((each) => matches(each, filters));
    const { problems, collect } = collectProblems();
    const searched = filters.reviewer === "me" ? matching.slice(0, maxReviewerReads) : matching;
    const requested = await mapConcurrently(searched, async (each) =>
      filters.reviewer === "me" ? collect(isRequested(each)) : true,
    );
    const pulls = searched.filter((_, index) => requested[index]);
    const firstProblem = problem ?? problems[0];
    return {
      pulls: pulls.slice(0, maxResults),
      more: more || searched.length < matching.length || pulls.length > maxResults,
      ...(firstProblem === undefined ? {} : { problem: firstProblem }),
    };
  };

  function listingOf(state: State, change: number): Promise<Listing> {
    const now = clock.now();
    const known = listings.get(state);
    const validMs = known?.change === change ? listMs : changedListMs;
    if (known && now - known.at < validMs) return known.listing;
    const listing = list(state);
    listings.set(state, { at: now, change, listing });
    listing.catch(() => listings.delete(state));
    return listing;
  }

  async function list(state: State): Promise<Listing> {
    const { problems, collect } = collectProblems();
    const all = [...((await collect(source.repositories())) ?? [])].sort((a, b) =>
      movedAt(b).localeCompare(movedAt(a)),
    );
    const lists = await mapConcurrently(all.slice(0, maxRepositories), ({ owner, name }) =>
      collect(pullsOf({ ownerSlug: owner.slug, repoName: name }, state)),
    );
    const found = lists.flatMap((one) => one?.found ?? []);
    found.sort((a, b) => b.pull.updatedAt.localeCompare(a.pull.updatedAt));
    const more = all.length > maxRepositories || lists.some((one) => one?.more);
    return { found, more, problem: problems[0] };
  }

  async function pullsOf(repository: RepositoryName, state: State) {
    const { pullRequests, nextPageToken } = await source.pulls(repository, { state, limit: maxPullsPerRepository });
    return { found: pullRequests.map((pull) => listedPull(repository, pull)), more: nextPageToken !== "" };
  }
}
