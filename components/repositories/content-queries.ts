import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { Call } from "@/lib/contract/call";
import { fileText } from "@/lib/model/hosting/file-text";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const batchGetContents = () =>
  import("@/lib/contract/hosting/contents/batch-get-contents").then((entry) => entry.batchGetContents);
const compareCommits = () =>
  import("@/lib/contract/hosting/commits/compare-commits").then((entry) => entry.compareCommits);
const getBlame = () => import("@/lib/contract/hosting/contents/get-blame").then((entry) => entry.getBlame);
const getCommit = () => import("@/lib/contract/hosting/commits/get-commit").then((entry) => entry.getCommit);
const getContents = () => import("@/lib/contract/hosting/contents/get-contents").then((entry) => entry.getContents);
const getTree = () => import("@/lib/contract/hosting/git-data/get-tree").then((entry) => entry.getTree);
const getRepo = () => import("@/lib/contract/hosting/repositories/get-repo").then((entry) => entry.getRepo);
const grepContents = () => import("@/lib/contract/hosting/contents/grep-contents").then((entry) => entry.grepContents);
const listMatchingGitRefs = () =>
  import("@/lib/contract/hosting/git-data/list-matching-git-refs").then((entry) => entry.listMatchingGitRefs);
const listFileHistory = () =>
  import("@/lib/contract/hosting/contents/list-file-history").then((entry) => entry.listFileHistory);
const listCommitFiles = () =>
  import("@/lib/contract/hosting/commits/list-commit-files").then((entry) => entry.listCommitFiles);
const listCommits = () => import("@/lib/contract/hosting/commits/list-commits").then((entry) => entry.listCommits);
const listComparisonFiles = () =>
  import("@/lib/contract/hosting/commits/list-comparison-files").then((entry) => entry.listComparisonFiles);

const firstPage = "";

/** A path at a revision. An empty revision is the default branch, an empty path the root. */
export interface RepositoryLocation {
  revision: string;
  path: string;
}

export function repositoryQuery(call: Call, name: RepositoryName) {
  return queryOptions({
    queryKey: ["hosting", "repository", name] as const,
    queryFn: ({ signal }) => call(getRepo, { params: { ...name }, signal }),
    staleTime: 30_000,
  });
}

/** The file or folder at a path. */
export function contentQuery(name: RepositoryName, { revision, path }: RepositoryLocation) {
  return queryOptions({
    queryKey: ["hosting", "content", name, revision, path] as const,
    queryFn: ({ signal }) =>
      callProxy(getContents, { params: { ...name }, query: { path, ref: revision || undefined }, signal }),
    staleTime: 15_000,
  });
}

/** The recursive tree of a commit: blob ids and modes. Immutable, so it is fetched once. */
export function treeQuery(name: RepositoryName, commit: string) {
  return queryOptions({
    queryKey: ["hosting", "tree", name, commit] as const,
    queryFn: ({ signal }) =>
      callProxy(getTree, { params: { ...name, sha: commit }, query: { recursive: "true" }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

const maxAttributesFiles = 20;

/** The texts of `.gitattributes` files at a commit, the first 20 in the given order. */
export function attributesQuery(name: RepositoryName, commit: string, all: readonly string[]) {
  const paths = all.slice(0, maxAttributesFiles);
  return queryOptions({
    queryKey: ["hosting", "attributes", name, commit, paths] as const,
    enabled: paths.length > 0,
    queryFn: async ({ signal }) => {
      const { results } = await callProxy(batchGetContents, {
        params: { ...name },
        body: { paths, ref: commit },
        signal,
      });
      return results.flatMap(({ path, content }) => {
        const found = fileText(content?.content ?? "");
        return found.kind === "text" ? [{ path, text: found.text }] : [];
      });
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The commits of a revision, newest first. */
export function historyQuery(name: RepositoryName, revision: string) {
  return infiniteQueryOptions({
    queryKey: ["hosting", "history", name, revision] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listCommits, {
        params: { ...name },
        query: { pageSize: "50", pageToken, sha: revision || undefined },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
    staleTime: 15_000,
  });
}

/** The commits that changed a path, newest first. */
export function fileHistoryQuery({ ownerSlug, repoName }: RepositoryName, { revision, path }: RepositoryLocation) {
  return infiniteQueryOptions({
    queryKey: ["hosting", "file history", ownerSlug, repoName, revision, path] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listFileHistory, {
        params: { ownerSlug, repoName },
        query: { path, pageSize: "30", pageToken, ref: revision || undefined },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
    staleTime: 15_000,
  });
}

/** The commits that wrote the lines of a file. */
export function blameQuery({ ownerSlug, repoName }: RepositoryName, { revision, path }: RepositoryLocation) {
  return queryOptions({
    queryKey: ["hosting", "blame", ownerSlug, repoName, revision, path] as const,
    queryFn: ({ signal }) =>
      callProxy(getBlame, { params: { ownerSlug, repoName }, query: { path, ref: revision || undefined }, signal }),
    staleTime: 15_000,
  });
}

/** A commit with its statistics. Immutable unless the revision is a branch. */
export function commitQuery(call: Call, { ownerSlug, repoName }: RepositoryName, sha: string) {
  return queryOptions({
    queryKey: ["hosting", "commit", ownerSlug, repoName, sha] as const,
    queryFn: ({ signal }) => call(getCommit, { params: { ownerSlug, repoName, sha }, signal }),
    staleTime: 30_000,
  });
}

/** The files a commit changed, relative to its first parent. */
export function commitFilesQuery({ ownerSlug, repoName }: RepositoryName, sha: string) {
  return infiniteQueryOptions({
    queryKey: ["hosting", "commit", ownerSlug, repoName, sha, "files"] as const,
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listCommitFiles, {
        params: { ownerSlug, repoName, sha },
        query: { pageSize: "100", pageToken },
        signal,
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export interface Comparison {
  base: string;
  head: string;
}

const basehead = ({ base, head }: Comparison) => `${base}...${head}`;

export function comparisonQuery(name: RepositoryName, comparison: Comparison) {
  return queryOptions({
    queryKey: ["hosting", "comparison", name, comparison] as const,
    enabled: comparison.base !== "" && comparison.head !== "",
    queryFn: ({ signal }) => callProxy(compareCommits, { params: { ...name, basehead: basehead(comparison) }, signal }),
    staleTime: 15_000,
  });
}

/** The changed files of a head relative to its merge base. */
export function comparisonFilesQuery(name: RepositoryName, comparison: Comparison) {
  return infiniteQueryOptions({
    queryKey: ["hosting", "comparison", name, comparison, "files"] as const,
    enabled: comparison.base !== "" && comparison.head !== "",
    queryFn: ({ pageParam: pageToken, signal }) =>
      callProxy(listComparisonFiles, {
        params: { ...name, basehead: basehead(comparison) },
        query: { pageSize: "100", pageToken },
        signal,
      }),
    placeholderData: keepPreviousData,
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextPageToken || undefined,
    staleTime: 15_000,
  });
}

/** All tags of a repository. */
export function tagsQuery({ ownerSlug, repoName }: RepositoryName) {
  return queryOptions({
    queryKey: ["hosting", "tags", ownerSlug, repoName] as const,
    queryFn: ({ signal }) => callProxy(listMatchingGitRefs, { params: { ownerSlug, repoName, ref: "tags/" }, signal }),
    staleTime: 15_000,
  });
}

export interface ContentSearch {
  query: string;
  /** Files to search. Empty means all. */
  glob: string;
  /** The query is a regular expression. */
  pattern: boolean;
}

/** The lines that match a query, in all files of a revision. */
export function searchQuery({ ownerSlug, repoName }: RepositoryName, revision: string, search: ContentSearch) {
  const { query, glob, pattern } = search;
  return queryOptions({
    queryKey: ["hosting", "search", ownerSlug, repoName, revision, search] as const,
    enabled: query !== "",
    queryFn: ({ signal }) =>
      callProxy(grepContents, {
        params: { ownerSlug, repoName },
        body: {
          query,
          literal: !pattern,
          caseInsensitive: !pattern,
          maxResults: 300,
          ...(glob ? { includes: [glob] } : {}),
          ...(revision ? { ref: revision } : {}),
        },
        signal,
      }),
    staleTime: 30_000,
    retry: false,
  });
}
