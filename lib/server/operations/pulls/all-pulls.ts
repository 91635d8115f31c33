import { allPullsPageSize } from "@/lib/contract/dashboard/pulls/all-pulls-pages";
import type { AllPullsFilters, listAllPulls } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { QueryOf, ResponseOf } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { collectProblems } from "./collect-problems";
import { mapConcurrently } from "./map-concurrently";
import { MergedPullLists, type PullListsSource } from "./merged-pull-lists";
import type { PullMatcher } from "./pull-matcher";

type State = AllPullsFilters["state"];
type Result = ResponseOf<typeof listAllPulls>;

/** Each costs a call. */
const reviewerReadsPerPage = 100;
const listMs = 15_000;
/** After a change, such as a merge. */
const changedListMs = 3_000;

/**
 * Creates a function that lists pull requests of all of a user's repositories. Repeated requests share what was fetched, for a
 * shorter time when `change`, the number of the last change of any pull request, is another one.
 */
export function createAllPulls(source: PullListsSource & { matcher: PullMatcher }, clock: Clock) {
  const known = new Map<State, { at: number; change: number; lists: MergedPullLists }>();
  const { matches, isRequested } = source.matcher;

  return async function allPulls(query: QueryOf<typeof listAllPulls>, change: number): Promise<Result> {
    const { pages, ...filters } = query;
    const lists = listsOf(filters.state, change);
    const max = pages * allPullsPageSize;
    const search = lists.search((each) => matches(each, filters), { count: max, pages });
    search.catch(() => known.delete(filters.state));
    const { found, more } = await search;
    const { problems, collect } = collectProblems();
    const isForMe = filters.reviewer === "me";
    const searched = isForMe ? found.slice(0, pages * reviewerReadsPerPage) : found;
    const requested = await mapConcurrently(searched, async (each) => !isForMe || collect(isRequested(each)));
    const pulls = searched.filter((_, index) => requested[index]);
    const problem = lists.problem ?? problems[0];
    return {
      pulls: pulls.slice(0, max),
      more: more || searched.length < found.length || pulls.length > max,
      ...(problem === undefined ? {} : { problem }),
    };
  };

  function listsOf(state: State, change: number): MergedPullLists {
    const now = clock.now();
    const last = known.get(state);
    const validMs = last?.change === change ? listMs : changedListMs;
    if (last && now - last.at < validMs) return last.lists;
    const lists = new MergedPullLists(source, state);
    known.set(state, { at: now, change, lists });
    // Ten pages of 500 repositories are up to 70,000 pull requests, too many to keep for users who left.
    clock.after(listMs, () => {
      if (known.get(state)?.lists === lists) known.delete(state);
    });
    return lists;
  }
}
