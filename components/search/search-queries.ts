import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { isSearchable, parseSearch } from "@/lib/model/search/query";

const searchEverything = () =>
  import("@/lib/contract/dashboard/search/search-everything").then((entry) => entry.searchEverything);

/** Page parameter of the first page: cursors are never empty. */
const firstPage = "";
const paletteMatches = "20";
const staleTime = 15_000;

/** Pages of everything that matches a search. */
export function searchQuery(q: string) {
  return infiniteQueryOptions({
    queryKey: ["search", q] as const,
    enabled: isSearchable(parseSearch(q)),
    queryFn: ({ pageParam: cursor, signal }) =>
      callProxy(searchEverything, { params: {}, query: cursor === firstPage ? { q } : { q, cursor }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime,
  });
}

/** The best matches of a search, for the command palette. */
export function bestMatchesQuery(q: string) {
  return queryOptions({
    queryKey: ["search", "best", q] as const,
    enabled: isSearchable(parseSearch(q)),
    queryFn: ({ signal }) => callProxy(searchEverything, { params: {}, query: { q, limit: paletteMatches }, signal }),
    retry: false,
    staleTime,
  });
}
