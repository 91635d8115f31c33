import { queryOptions } from "@tanstack/react-query";
import type { Branch } from "@/lib/contract/repohost/list-branches";
import type { Repo } from "@/lib/contract/repohost/repo";
import type { Call } from "./call";

const listBranches = () => import("@/lib/contract/repohost/list-branches").then((entry) => entry.listBranches);
const listNamespaces = () => import("@/lib/contract/repohost/list-namespaces").then((entry) => entry.listNamespaces);
const listRepos = () => import("@/lib/contract/repohost/list-repos").then((entry) => entry.listRepos);

/** A repository by its names: `{ ownerSlug: "acme", repoName: "orders" }`. */
export interface RepositoryName {
  ownerSlug: string;
  repoName: string;
}

/** Reads `owner/name`, also out of a URL; `undefined` when it is neither. */
export function repositoryOf(text: string): RepositoryName | undefined {
  const [ownerSlug, repoName, ...more] = text
    .trim()
    .replace(/^[a-z]+:\/\/[^/]+\//i, "")
    .replace(/\.git$/, "")
    .split("/");
  return ownerSlug && repoName && more.length === 0 ? { ownerSlug, repoName } : undefined;
}

const pageSize = "100";
/** More pages than this are not read: a picker of thousands helps nobody. */
const mostPages = 20;

/** Everything a paged list holds. */
export async function everyPage<T>(
  read: (pageToken: string | undefined) => Promise<{ items: T[]; next: string }>,
): Promise<T[]> {
  const all: T[] = [];
  let token: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next } = await read(token);
    all.push(...items);
    if (next === "") break;
    token = next;
  }
  return all;
}

function everyNamespace(call: Call, signal: AbortSignal) {
  return everyPage(async (pageToken) => {
    const answer = await call(listNamespaces, { params: {}, query: { pageSize, pageToken }, signal });
    return { items: answer.namespaces, next: answer.nextPageToken };
  });
}

/** The namespaces whose repositories the caller can list, with whether they may create one there. */
export function namespacesQuery(call: Call) {
  return queryOptions({
    queryKey: ["hosting", "namespaces"] as const,
    queryFn: ({ signal }) => everyNamespace(call, signal),
    staleTime: 60_000,
  });
}

/** Every repository of every namespace the caller can list. */
export function hostedRepositoriesQuery(call: Call) {
  return queryOptions({
    queryKey: ["hosting", "repositories"] as const,
    queryFn: async ({ signal }): Promise<Repo[]> => {
      const namespaces = await everyNamespace(call, signal);
      const lists = await Promise.all(
        namespaces.map(({ namespace: { slug: ownerSlug } }) =>
          everyPage(async (pageToken) => {
            const answer = await call(listRepos, { params: { ownerSlug }, query: { pageSize, pageToken }, signal });
            return { items: answer.repositories, next: answer.nextPageToken };
          }),
        ),
      );
      return lists.flat();
    },
    staleTime: 60_000,
  });
}

/** The branches of a repository, by name. */
export function branchesQuery(call: Call, repository: RepositoryName | undefined) {
  return queryOptions({
    queryKey: ["hosting", "branches", repository] as const,
    enabled: repository !== undefined,
    queryFn: ({ signal }): Promise<Branch[]> =>
      everyPage(async (pageToken) => {
        const params = repository ?? { ownerSlug: "", repoName: "" };
        const answer = await call(listBranches, { params: { ...params }, query: { pageSize, pageToken }, signal });
        return { items: answer.branches, next: answer.nextPageToken };
      }),
    staleTime: 10_000,
  });
}
