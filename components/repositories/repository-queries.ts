import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";
import type { Branch } from "@/lib/contract/hosting/list-branches";
import { fetchAllPages } from "@/lib/model/hosting/fetch-all-pages";
import { hostedNamespaces, hostedRepositories } from "@/lib/model/hosting/hosted-repositories";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const listBranches = () => import("@/lib/contract/hosting/list-branches").then((entry) => entry.listBranches);

const pageSize = "100";

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

/** The branches of a repository, sorted by name. */
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
