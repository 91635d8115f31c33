import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";
import type { Branch } from "@/lib/contract/hosting/branches/list-branches";
import { fetchAllPages } from "@/lib/model/hosting/fetch-all-pages";
import { hostedNamespaces, hostedRepositories } from "@/lib/model/hosting/hosted-repositories";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const listBranches = () => import("@/lib/contract/hosting/branches/list-branches").then((entry) => entry.listBranches);

const listMatchingGitRefs = () =>
  import("@/lib/contract/hosting/git-data/list-matching-git-refs").then((entry) => entry.listMatchingGitRefs);

const pageSize = "100";
const maxFound = 100;

/** The namespaces whose repositories the caller can list, with whether they can create repositories there. */
export function namespacesQuery(call: Call) {
  return queryOptions({
    queryKey: ["hosting", "namespaces"] as const,
    queryFn: ({ signal }) => hostedNamespaces(call, signal),
    staleTime: 60_000,
  });
}

/** Every repository of every namespace the caller can list. */
export function hostedRepositoriesQuery(call: Call) {
  return queryOptions({
    queryKey: ["hosting", "repositories"] as const,
    queryFn: ({ signal }) => hostedRepositories(call, signal),
    staleTime: 60_000,
  });
}

/** The first 2,000 branches of a repository, sorted by name. */
export function branchesQuery(call: Call, repository: RepositoryName | undefined) {
  return queryOptions({
    queryKey: ["hosting", "branches", repository] as const,
    enabled: repository !== undefined,
    queryFn: ({ signal }): Promise<Branch[]> =>
      fetchAllPages(async (pageToken) => {
        const params = repository ?? { ownerSlug: "", repoName: "" };
        const response = await call(listBranches, { params: { ...params }, query: { pageSize, pageToken }, signal });
        return { items: response.branches, next: response.nextPageToken };
      }),
    staleTime: 10_000,
  });
}

/** The names of branches that start with a text. */
export function branchSearchQuery(call: Call, repository: RepositoryName | undefined, text: string) {
  return queryOptions({
    queryKey: ["hosting", "branches", repository, "search", text] as const,
    enabled: repository !== undefined && text !== "",
    queryFn: async ({ signal }): Promise<string[]> => {
      const { ownerSlug, repoName } = repository ?? { ownerSlug: "", repoName: "" };
      const params = { ownerSlug, repoName, ref: `heads/${text}` };
      const { refs } = await call(listMatchingGitRefs, { params, signal });
      return refs.slice(0, maxFound).map(({ ref }) => ref.replace(/^refs\/heads\//, ""));
    },
    staleTime: 10_000,
  });
}

/** The commit a branch points to; null if the branch doesn't exist. */
export function branchHeadQuery(call: Call, repository: RepositoryName | undefined, branch: string) {
  return queryOptions({
    queryKey: ["hosting", "branches", repository, "head", branch] as const,
    enabled: repository !== undefined && branch !== "",
    queryFn: async ({ signal }): Promise<string | null> => {
      const params = { ...(repository ?? { ownerSlug: "", repoName: "" }), ref: `heads/${branch}` };
      // Unlike a request for the reference itself, this isn't an error if it doesn't exist.
      const { refs } = await call(listMatchingGitRefs, { params, signal });
      return refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha ?? null;
    },
    staleTime: 2_000,
  });
}
