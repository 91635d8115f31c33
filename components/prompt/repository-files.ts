"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";

const getRepo = () => import("@/lib/contract/hosting/repositories/get-repo").then((entry) => entry.getRepo);
const getTree = () => import("@/lib/contract/hosting/git-data/get-tree").then((entry) => entry.getTree);

/** More files aren't searched, so that typing stays fast. */
const maxFiles = 20_000;
const none: readonly string[] = [];

interface Repository {
  url: string;
  revision?: string | undefined;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : "");

/** The paths of a hosted repository's files; none if it is hosted elsewhere or can't be read. */
function repositoryFilesQuery(repository: Repository | undefined) {
  return queryOptions({
    queryKey: ["hosting", "files", repository?.url, repository?.revision] as const,
    enabled: repository !== undefined,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const url = repository?.url ?? "";
      const [repoName = "", ownerSlug = ""] = url
        .replace(/(?<!\/)\/+$/, "")
        .replace(/\.git$/, "")
        .split("/")
        .reverse();
      if (repoName === "" || ownerSlug === "") return none;
      const repo = await callProxy(getRepo, { params: { ownerSlug, repoName }, signal });
      if (hostOf(repo.cloneUrl) !== hostOf(url)) return none;
      const sha = repository?.revision || repo.defaultBranch;
      const { tree } = await callProxy(getTree, {
        params: { ownerSlug, repoName, sha },
        query: { recursive: "true" },
        signal,
      });
      return tree.flatMap(({ type, path }) => (type === "blob" ? [path] : [])).slice(0, maxFiles);
    },
    staleTime: 60_000,
    retry: false,
  });
}

export function useRepositoryFiles(repository: Repository | undefined): readonly string[] {
  return useQuery(repositoryFilesQuery(repository)).data ?? none;
}
