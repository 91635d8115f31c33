import type { RepositoryPull } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { listRepositoryPulls } from "@/lib/contract/dashboard/pulls/list-repository-pulls";
import type { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import type { QueryInputOf, QueryOf, ResponseOf } from "@/lib/contract/operation";
import { mapConcurrently } from "./map-concurrently";
import { listedPull } from "./merged-pull-lists";
import type { PullMatcher } from "./pull-matcher";

export type RepositoryPullsFilters = QueryOf<typeof listRepositoryPulls>;

/** Reads with the permissions of one user. */
export interface RepositoryPullsSource {
  pulls(query: QueryInputOf<typeof listPullRequests>): Promise<ResponseOf<typeof listPullRequests>>;
  matcher: PullMatcher;
}

/** A page that isn't full is filled from the next ones, at most this many reads. */
const maxReads = 5;
/** For review requests, which cost a call for each pull request. */
const maxReviewerReads = 1;
const readSize = 100;
const pageSize = 50;

/** Email addresses and ids, which the hosting API filters by. */
const isExactAuthor = (author: string) =>
  !/\s/.test(author) && (author.includes("@") || /^(?:user|app|sa)_/.test(author));

/** Lists a page of a repository's pull requests. Filters that the hosting API doesn't have apply to what it returns. */
export async function repositoryPulls(
  { pulls, matcher }: RepositoryPullsSource,
  repository: RepositoryPull["repository"],
  { email, q, author, label, reviewer, pageToken, ...query }: RepositoryPullsFilters & { email: string },
): Promise<ResponseOf<typeof listRepositoryPulls>> {
  const exact = author.toLowerCase() === "me" ? email : isExactAuthor(author) ? author : undefined;
  const words = { q, label, author: exact === undefined ? author : "" };
  const isFiltered = [q, label, reviewer, words.author].some((filter) => filter !== "");
  const found: RepositoryPull[] = [];
  let token = pageToken;
  for (let reads = 0; reads < (reviewer === "" ? maxReads : maxReviewerReads); reads += 1) {
    const page = await pulls({
      ...query,
      pageSize: String(isFiltered ? readSize : pageSize),
      ...(exact === undefined ? {} : { author: exact }),
      ...(token === undefined ? {} : { pageToken: token }),
    });
    const matching = page.pullRequests
      .map((pull) => listedPull(repository, pull))
      .filter((pull) => matcher.matches(pull, words));
    const requested = await mapConcurrently(matching, async (pull) => reviewer === "" || matcher.isRequested(pull));
    found.push(...matching.filter((_, index) => requested[index]));
    token = page.nextPageToken;
    if (token === "" || found.length >= pageSize) break;
  }
  return { pulls: found, nextPageToken: token ?? "" };
}
