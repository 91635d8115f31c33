"use client";

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { CheckRun } from "@/lib/contract/hosting/check";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const listCheckRunAnnotations = () =>
  import("@/lib/contract/hosting/checks/list-check-run-annotations").then((entry) => entry.listCheckRunAnnotations);
const listCheckRunsForCommit = () =>
  import("@/lib/contract/hosting/checks/list-check-runs-for-commit").then((entry) => entry.listCheckRunsForCommit);
const listCheckSuitesForCommit = () =>
  import("@/lib/contract/hosting/checks/list-check-suites-for-commit").then((entry) => entry.listCheckSuitesForCommit);
const rerequestCheckRun = () =>
  import("@/lib/contract/hosting/checks/rerequest-check-run").then((entry) => entry.rerequestCheckRun);

/** Identifies a commit by repository and SHA. */
export interface CommitName extends RepositoryName {
  sha: string;
}

const firstPage = "";
const pageSize = "100";

const checkKeys = {
  commit: (commit: CommitName) => ["checks", commit] as const,
  run: (repository: RepositoryName, id: string) => ["checks", "run", repository, id] as const,
};

export function checkSuitesQuery(commit: CommitName) {
  return infiniteQueryOptions({
    queryKey: [...checkKeys.commit(commit), "suites"] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listCheckSuitesForCommit, { params: { ...commit }, query: { pageSize, pageToken }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

export function checkRunsQuery(commit: CommitName) {
  return infiniteQueryOptions({
    queryKey: [...checkKeys.commit(commit), "runs"] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listCheckRunsForCommit, { params: { ...commit }, query: { pageSize, pageToken }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

/** Annotations of one attempt, which are append-only. */
export function annotationsQuery({ ownerSlug, repoName }: RepositoryName, run: CheckRun) {
  const repository = { ownerSlug, repoName };
  return infiniteQueryOptions({
    queryKey: [...checkKeys.run(repository, run.id), "annotations", run.updatedAt] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listCheckRunAnnotations, {
        params: { ...repository, checkRunId: run.id },
        query: { pageSize, pageToken },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
  });
}

/** All annotations of one attempt. They fit on one page and are immutable. */
export function allAnnotationsQuery({ ownerSlug, repoName }: RepositoryName, run: CheckRun) {
  const repository = { ownerSlug, repoName };
  return queryOptions({
    queryKey: [...checkKeys.run(repository, run.id), "all annotations", run.updatedAt] as const,
    queryFn: ({ signal }) =>
      callProxy(listCheckRunAnnotations, {
        params: { ...repository, checkRunId: run.id },
        query: { pageSize },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Requests a re-run from the app that reported the run. */
export function useRerequest(commit: CommitName) {
  const { ownerSlug, repoName } = commit;
  return useChange(
    (checkRunId: string) => callProxy(rerequestCheckRun, { params: { ownerSlug, repoName, checkRunId }, body: {} }),
    checkKeys.commit(commit),
  );
}
