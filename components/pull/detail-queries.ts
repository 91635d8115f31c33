import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { callProxy } from "@/lib/client/call";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { mergeabilityWithoutBypass } from "@/lib/model/pulls/mergeability-without-bypass";

const getPullRequestMergeability = () =>
  import("@/lib/contract/hosting/mergeability/get-pull-request-mergeability").then(
    (entry) => entry.getPullRequestMergeability,
  );
const getPullRequestMergeMessage = () =>
  import("@/lib/contract/hosting/mergeability/get-pull-request-merge-message").then(
    (entry) => entry.getPullRequestMergeMessage,
  );
const getPullRequestRangeDiff = () =>
  import("@/lib/contract/hosting/range-diff/get-pull-request-range-diff").then(
    (entry) => entry.getPullRequestRangeDiff,
  );
const listPullRequestCommits = () =>
  import("@/lib/contract/hosting/pulls/list-pull-request-commits").then((entry) => entry.listPullRequestCommits);
const listPullRequestFiles = () =>
  import("@/lib/contract/hosting/pulls/list-pull-request-files").then((entry) => entry.listPullRequestFiles);
const listPullRequestTimeline = () =>
  import("@/lib/contract/hosting/pulls/list-pull-request-timeline").then((entry) => entry.listPullRequestTimeline);
const listPullRequests = () =>
  import("@/lib/contract/hosting/pulls/list-pull-requests").then((entry) => entry.listPullRequests);

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
    queryFn: async ({ signal }) =>
      mergeabilityWithoutBypass(await callProxy(getPullRequestMergeability, { params: { ...name }, signal })),
    enabled: pull.state === "open",
    staleTime: 30_000,
  });
}

/** The commit messages that a merge would write. They depend on the whole stack, so they are read for each merge. */
export function mergeMessageQuery(name: PullName, pull: PullRequest, mergeMethod: "merge" | "squash") {
  return queryOptions({
    queryKey: [...pullKeys.detail(name), "merge message", pull.version.number, mergeMethod] as const,
    queryFn: ({ signal }) =>
      callProxy(getPullRequestMergeMessage, { params: { ...name }, query: { mergeMethod }, signal }),
    gcTime: 0,
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

/** The changes of a pull request, oldest first. */
export function timelineQuery(name: PullName) {
  return infiniteQueryOptions({
    queryKey: [...pullKeys.detail(name), "timeline"] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listPullRequestTimeline, { params: { ...name }, query: { pageSize: "100", pageToken }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

/** The commits of two versions, paired. Versions never change. */
export function rangeDiffQuery(name: PullName, from: string, to: string) {
  return queryOptions({
    queryKey: [...pullKeys.detail(name), "range diff", from, to] as const,
    queryFn: ({ signal }) => callProxy(getPullRequestRangeDiff, { params: { ...name }, query: { from, to }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
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
