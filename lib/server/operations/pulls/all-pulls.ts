import type { AllPullsFilters, listAllPulls, RepositoryPull } from "@/lib/contract/dashboard/list-all-pulls";
import type { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import type { RequestedReviewers } from "@/lib/contract/hosting/list-requested-reviewers";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { ResponseOf } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { RecentMap } from "@/lib/core/recent-map";
import { matchesWords } from "@/lib/model/matches-words";
import { collectProblems } from "./collect-problems";
import { mapConcurrently } from "./map-concurrently";

type RepositoryName = RepositoryPull["repository"];
type State = AllPullsFilters["state"];
type Result = ResponseOf<typeof listAllPulls>;

/** Reads with the permissions of one user. */
export interface AllPullsSource {
  /** The user's email address. */
  email: string;
  repositories(): Promise<readonly Repo[]>;
  /** Most recently updated first. */
  pulls(
    repository: RepositoryName,
    options: { state: State; limit: number },
  ): Promise<ResponseOf<typeof listPullRequests>>;
  requestedReviewers(repository: RepositoryName, pullNumber: string): Promise<RequestedReviewers>;
}

const maxRepositories = 50;
const maxPullsPerRepository = 100;
const maxResults = 200;
/** Each costs a call. */
const maxReviewerReads = 100;
const listMs = 15_000;
/** After a change, such as a merge. */
const changedListMs = 3_000;
const reviewersMs = 30_000;
const maxCachedReviewers = 2_000;

interface Listing {
  found: RepositoryPull[];
  more: boolean;
  problem: string | undefined;
}

const movedAt = ({ pushedAt, updatedAt }: Repo) => pushedAt ?? updatedAt;

function matches({ repository, pull }: RepositoryPull, { q, author, label }: AllPullsFilters): boolean {
  const { user, app, serviceAccount } = pull.author;
  const about = `${pull.title} #${pull.number} ${repository.ownerSlug}/${repository.repoName} ${pull.head.ref}`;
  const by = [user?.displayName, user?.email, user?.id, app?.displayName, app?.id, serviceAccount?.id].join(" ");
  return (
    matchesWords(about, q) &&
    matchesWords(by, author) &&
    (label === "" || pull.labels.some(({ name }) => matchesWords(name, label)))
  );
}

/**
 * Creates a function that lists pull requests of all of a user's repositories. Repeated requests share what was fetched, for a
 * shorter time when `change`, the number of the last change of any pull request, is another one.
 */
export function createAllPulls(source: AllPullsSource, clock: Clock) {
  const listings = new Map<State, { at: number; change: number; listing: Promise<Listing> }>();
  const reviewers = new RecentMap<string, { at: number; requested: Promise<boolean> }>(maxCachedReviewers);

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
    // Descriptions can be long, and a list doesn't show them.
    const found = pullRequests.map((pull): RepositoryPull => ({ repository, pull: { ...pull, body: "" } }));
    return { found, more: nextPageToken !== "" };
  }

  function isRequested({ repository, pull }: RepositoryPull): Promise<boolean> {
    const now = clock.now();
    const key = `${pull.id} ${pull.updatedAt}`;
    const known = reviewers.get(key);
    if (known && now - known.at < reviewersMs) return known.requested;
    const requested = source
      .requestedReviewers(repository, pull.number)
      .then(({ users }) => users.some(({ email }) => email?.toLowerCase() === source.email.toLowerCase()));
    reviewers.set(key, { at: now, requested });
    requested.catch(() => reviewers.delete(key));
    return requested;
  }
}
