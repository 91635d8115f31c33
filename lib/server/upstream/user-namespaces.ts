import { callPath } from "@/lib/contract/client-path";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import { listRepos } from "@/lib/contract/hosting/repositories/list-repos";
import type { QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

type NamespacePage = ResponseOf<typeof listNamespaces>;

/** True if repositories are listed with each user's own token. */
export function listsForUsers({ credentials }: Service): boolean {
  return credentials.actsForUsers?.(listRepos) ?? false;
}

/**
 * A page of the namespaces whose repositories a user can list. For each namespace that the dashboard's key can list, the
 * service is called with the user's token. A page can contain fewer entries than requested.
 */
export async function userNamespacePage(
  service: Service,
  user: Acting["user"],
  query: QueryInputOf<typeof listNamespaces>,
): Promise<NamespacePage> {
  const page = await callWith(service, listNamespaces, { path: callPath(listNamespaces, {}, query) });
  if (!listsForUsers(service)) return page;
  const visible = await Promise.all(
    page.namespaces.map(async ({ namespace: { slug: ownerSlug } }) => {
      try {
        const path = callPath(listNamespaces, {});
        return (await callWith(service, listNamespaces, { path, acting: { user, ownerSlug } })).namespaces;
      } catch (error) {
        // The user has no access to the namespace.
        if (error instanceof UpstreamError && error.status === 403) return [];
        throw error;
      }
    }),
  );
  return { ...page, namespaces: visible.flat() };
}
