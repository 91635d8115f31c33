import type { Call } from "@/lib/contract/call";
import type { Repo } from "@/lib/contract/hosting/repo";
import { fetchAllPages } from "./fetch-all-pages";

const listNamespaces = () =>
  import("@/lib/contract/hosting/namespaces/list-namespaces").then((entry) => entry.listNamespaces);
const listRepos = () => import("@/lib/contract/hosting/repositories/list-repos").then((entry) => entry.listRepos);

const pageSize = "100";

/** The namespaces whose repositories the caller can list. */
export function hostedNamespaces(call: Call, signal?: AbortSignal) {
  return fetchAllPages(async (pageToken) => {
    const response = await call(listNamespaces, { params: {}, query: { pageSize, pageToken }, signal });
    return { items: response.namespaces, next: response.nextPageToken };
  });
}

/** Every repository of every namespace the caller can list, or of the given ones. */
export async function hostedRepositories(
  call: Call,
  signal?: AbortSignal,
  namespaces = hostedNamespaces(call, signal),
): Promise<Repo[]> {
  const lists = await Promise.all(
    (await namespaces).map(({ namespace: { slug: ownerSlug } }) =>
      fetchAllPages(async (pageToken) => {
        const response = await call(listRepos, { params: { ownerSlug }, query: { pageSize, pageToken }, signal });
        return { items: response.repositories, next: response.nextPageToken };
      }),
    ),
  );
  return lists.flat();
}
