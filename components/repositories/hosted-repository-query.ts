import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import type { Repo } from "@/lib/contract/hosting/repo";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const getRepo = () => import("@/lib/contract/hosting/repositories/get-repo").then((entry) => entry.getRepo);

/** Without scheme and credentials, so that a branch's `repoUrl` and a clone URL compare equal. */
export const bareUrl = (url: string): string =>
  url
    .replace(/^[a-z+]+:\/\//i, "")
    .replace(/^[^/@]*@/, "")
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "")
    .toLowerCase();

const hostOf = (url: string): string => bareUrl(url).split("/")[0] ?? "";

/** The last two segments of a repository URL. */
export function parseRepositoryUrl(url: string): RepositoryName | undefined {
  const [repoName, ownerSlug] = url
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .reverse();
  return ownerSlug && repoName ? { ownerSlug, repoName } : undefined;
}

async function orNull<Value>(value: Promise<Value>): Promise<Value | null> {
  try {
    return await value;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return null;
    throw error;
  }
}

/**
 * The hosted repository with this URL; `null` if it is hosted elsewhere. `repositoryIds`: of the agent that uses it, if the service
 * reports them.
 */
export function hostedRepositoryQuery(url: string | undefined, repositoryIds?: readonly string[]) {
  const name = url === undefined ? undefined : parseRepositoryUrl(url);
  return queryOptions({
    queryKey: ["hosting", "repository-of", url] as const,
    enabled: name !== undefined,
    queryFn: async ({ signal }): Promise<Repo | null> => {
      if (!name || url === undefined || repositoryIds?.length === 0) return null;
      const repository = await orNull(callProxy(getRepo, { params: { ...name }, signal }));
      return repository && hostOf(repository.cloneUrl) === hostOf(url) ? repository : null;
    },
    staleTime: 60_000,
  });
}
