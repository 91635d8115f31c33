import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import type { AdvancedFilters } from "@/lib/model/pulls/pull-filters";

const listPullRequests = () =>
  import("@/lib/contract/hosting/list-pull-requests").then((entry) => entry.listPullRequests);

/** A pull request by its address: repository and number. */
export interface PullName extends RepositoryName {
  pullNumber: string;
}

export interface PullFilters {
  state: "open" | "closed" | "merged" | "all";
  author: string;
  base: string;
  sortBy: "created" | "updated";
  /** Without it, the newest come first. */
  direction?: "asc";
  advanced?: AdvancedFilters;
}

const listPullStatuses = () =>
  import("@/lib/contract/dashboard/list-pull-statuses").then((entry) => entry.listPullStatuses);

const loadFilterReader = () => import("@/lib/model/pulls/pull-filters").then((all) => all.readAdvancedFilters);

const firstPage = "";
const pageSize = "50";

export const pullKeys = {
  lists: ["pulls", "list"] as const,
  detail: (name: PullName) => ["pulls", "detail", name] as const,
};

/** Pull requests of a repository, page by page. */
export function pullsQuery(
  repository: RepositoryName | undefined,
  { state, author, base, sortBy, direction, advanced }: PullFilters,
) {
  return infiniteQueryOptions({
    queryKey: [...pullKeys.lists, repository, { state, author, base, sortBy, direction, advanced }] as const,
    enabled: repository !== undefined,
    queryFn: async ({ pageParam: pageToken, signal }) =>
      callProxy(listPullRequests, {
        params: { ownerSlug: "", repoName: "", ...repository },
        query: {
          pageSize,
          pageToken,
          state,
          sortBy,
          direction,
          ...(author ? { author } : {}),
          ...(base ? { base } : {}),
          ...(advanced ? (await loadFilterReader())(advanced).query : {}),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

/** As many as one call may name. */
const statusesAtOnce = 50;
const soonMs = 2_000;
const laterMs = 20_000;

/** Checks and mergeability of pull requests, as the dashboard stores them for all its viewers. */
export function pullStatusesQuery({ ownerSlug, repoName }: RepositoryName, heads: readonly string[]) {
  return queryOptions({
    queryKey: [...pullKeys.lists, { ownerSlug, repoName }, "statuses", heads] as const,
    queryFn: async ({ signal }) => {
      const params = { ownerSlug, repoName };
      const pages = Array.from({ length: Math.ceil(heads.length / statusesAtOnce) }, (_, page) =>
        heads.slice(page * statusesAtOnce, (page + 1) * statusesAtOnce).join(","),
      );
      const answers = await Promise.all(
        pages.map((pulls) => callProxy(listPullStatuses, { params, query: { pulls }, signal })),
      );
      return {
        statuses: answers.flatMap(({ statuses }) => statuses),
        reading: answers.some(({ reading }) => reading),
        waitsUntil: answers.find(({ waitsUntil }) => waitsUntil)?.waitsUntil,
      };
    },
    enabled: ownerSlug !== "" && heads.length > 0,
    refetchInterval: ({ state }) => (state.data?.reading ? soonMs : laterMs),
    refetchIntervalInBackground: false,
    placeholderData: keepPreviousData,
  });
}
