import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { AllPullsFilters } from "@/lib/contract/dashboard/pulls/list-all-pulls";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import type { AdvancedFilters } from "@/lib/model/pulls/pull-filters";

const listPullRequests = () =>
  import("@/lib/contract/hosting/pulls/list-pull-requests").then((entry) => entry.listPullRequests);

/** Identifies a pull request by repository and number. */
export interface PullName extends RepositoryName {
  pullNumber: string;
}

/** Filters of the list of one repository. */
export interface RepositoryPullFilters extends AllPullsFilters {
  sortBy: "created" | "updated";
  /** Default: descending. */
  direction?: "asc";
  advanced?: AdvancedFilters;
}

const listGitHubPulls = () =>
  import("@/lib/contract/dashboard/pulls/list-github-pulls").then((entry) => entry.listGitHubPulls);
const listPullStatuses = () =>
  import("@/lib/contract/dashboard/pulls/list-pull-statuses").then((entry) => entry.listPullStatuses);

const loadFilterReader = () => import("@/lib/model/pulls/pull-filters").then((all) => all.readAdvancedFilters);

const firstPage = "";
const pageSize = "50";

export const pullKeys = {
  lists: ["pulls", "list"] as const,
  detail: (name: PullName) => ["pulls", "detail", name] as const,
};

/** The open pull requests of a repository, newest first, in pages. `base`: only those into this branch. */
export function openPullsQuery(repository: RepositoryName, base = "") {
  return infiniteQueryOptions({
    queryKey: [...pullKeys.lists, repository, { base }] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listPullRequests, {
        params: { ...repository },
        query: { pageSize, pageToken, state: "open", ...(base ? { base } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

const listRepositoryPulls = () =>
  import("@/lib/contract/dashboard/pulls/list-repository-pulls").then((entry) => entry.listRepositoryPulls);

/** The pull requests of a repository, in pages. */
export function repositoryPullsQuery(repository: RepositoryName, filters: RepositoryPullFilters) {
  return infiniteQueryOptions({
    queryKey: [...pullKeys.lists, repository, filters] as const,
    queryFn: async ({ pageParam: pageToken, signal }) => {
      const { advanced, ...query } = filters;
      const more = advanced ? (await loadFilterReader())(advanced).query : {};
      return callProxy(listRepositoryPulls, {
        params: { ...repository },
        query: { ...query, ...more, ...(pageToken ? { pageToken } : {}) },
        signal,
      });
    },
    placeholderData: keepPreviousData,
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
    refetchInterval: 20_000,
  });
}

const listAllPulls = () => import("@/lib/contract/dashboard/pulls/list-all-pulls").then((entry) => entry.listAllPulls);

/** Pull requests of all repositories, most recently updated first, in `pages` pages of 200. */
export function allPullsQuery(filters: Partial<AllPullsFilters>, pages = 1) {
  return queryOptions({
    queryKey: [...pullKeys.lists, "all", filters, pages] as const,
    queryFn: ({ signal }) => callProxy(listAllPulls, { params: {}, query: { ...filters, pages }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000 * pages,
  });
}

/** Agents' pull requests on GitHub. Root `github`: refetched when GitHub reports a change. */
export function gitHubPullsQuery(filters: { state: AllPullsFilters["state"]; q: string }) {
  return queryOptions({
    queryKey: ["github", "pulls", filters] as const,
    queryFn: ({ signal }) => callProxy(listGitHubPulls, { params: {}, query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 20_000,
  });
}

/** The maximum per request. */
const maxStatuses = 50;
const readingMs = 2_000;
const idleMs = 20_000;

/** Checks and mergeability of pull requests, from the dashboard's shared cache. */
export function pullStatusesQuery({ ownerSlug, repoName }: RepositoryName, heads: readonly string[]) {
  return queryOptions({
    queryKey: [...pullKeys.lists, { ownerSlug, repoName }, "statuses", heads] as const,
    queryFn: async ({ signal }) => {
      const params = { ownerSlug, repoName };
      const pages = Array.from({ length: Math.ceil(heads.length / maxStatuses) }, (_, page) =>
        heads.slice(page * maxStatuses, (page + 1) * maxStatuses).join(","),
      );
      const responses = await Promise.all(
        pages.map((pulls) => callProxy(listPullStatuses, { params, query: { pulls }, signal })),
      );
      return {
        statuses: responses.flatMap(({ statuses }) => statuses),
        reading: responses.some(({ reading }) => reading),
        waitsUntil: responses.find(({ waitsUntil }) => waitsUntil)?.waitsUntil,
      };
    },
    enabled: ownerSlug !== "" && heads.length > 0,
    refetchInterval: ({ state }) => (state.data?.reading ? readingMs : idleMs),
    placeholderData: keepPreviousData,
  });
}
