import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { callProxy } from "@/lib/client/call";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const getPullRequestMergeability = () =>
  import("@/lib/contract/hosting/get-pull-request-mergeability").then((entry) => entry.getPullRequestMergeability);
const listPullRequestCommits = () =>
  import("@/lib/contract/hosting/list-pull-request-commits").then((entry) => entry.listPullRequestCommits);
const listPullRequestFiles = () =>
  import("@/lib/contract/hosting/list-pull-request-files").then((entry) => entry.listPullRequestFiles);
const listPullRequests = () =>
  import("@/lib/contract/hosting/list-pull-requests").then((entry) => entry.listPullRequests);

const firstPage = "";

/** Every pull request of a stack. */
export function stackQuery({ ownerSlug, repoName }: RepositoryName, stackId: string) {
  const repository = { ownerSlug, repoName };
  return infiniteQueryOptions({
    queryKey: [...pullKeys.lists, repository, { stackId }] as const,
    enabled: stackId !== "",
    queryFn: ({ signal }) =>
      callProxy(listPullRequests, {
        params: repository,
        query: { pageSize: "100", state: "all", direction: "asc", stackId },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: () => undefined,
    refetchInterval: 20_000,
  });
}

/** The mergeability of a head. It costs rate limit points, so it is refetched only after a change or on a slow interval. */
export function mergeabilityQuery(name: PullName, pull: PullRequest) {
  return queryOptions({
    queryKey: [...pullKeys.detail(name), "mergeability", pull.version.number, pull.updatedAt] as const,
    queryFn: ({ signal }) => callProxy(getPullRequestMergeability, { params: { ...name }, signal }),
    enabled: pull.state === "open",
    staleTime: 30_000,
  });
}

export function pullCommitsQuery(name: PullName, version: string) {
  return infiniteQueryOptions({
    queryKey: [...pullKeys.detail(name), "commits", version] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listPullRequestCommits, { params: { ...name }, query: { pageSize: "100", pageToken }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

/** The files of a version, which never change. */
export function pullFilesQuery(name: PullName, version: string) {
  return infiniteQueryOptions({
    queryKey: [...pullKeys.detail(name), "files", version] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listPullRequestFiles, { params: { ...name }, query: { pageSize: "100", pageToken }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
