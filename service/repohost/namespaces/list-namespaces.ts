import { and, eq, or, sql } from "drizzle-orm";
import { listNamespaces } from "@/lib/contract/repohost/list-namespaces";
import { implement } from "../../http/implement";
import { refuse } from "../../http/refusal";
import { namespaces } from "../../store/tables/repositories";
import { pageOf, readPage } from "../repositories/page-token";
import { canCreateRepositories, namespacePermission } from "./access";

const bySlug = sql`${namespaces.slugFolded} collate "C"`;

/** The caller's team namespaces and personal namespace, by slug. */
export const listNamespacesOperation = implement(listNamespaces, async ({ principal, query }, service) => {
  if (principal.kind !== "user") throw refuse.repohost("PermissionDenied", "Only users have namespaces");
  const page = readPage("namespaces", query);
  const rows = await service.db
    .select()
    .from(namespaces)
    .where(
      and(
        or(eq(namespaces.teamId, principal.teamId), eq(namespaces.userId, principal.userId)),
        page.after === undefined ? undefined : sql`${bySlug} > ${page.after}`,
      ),
    )
    .orderBy(bySlug)
    .limit(page.size + 1);
  const { items, nextPageToken } = pageOf("namespaces", page.size, rows, (row) => row.slugFolded);
  return {
    namespaces: await Promise.all(
      items.map(async (row) => ({
        namespace: { slug: row.slug, id: row.id, type: row.type },
        viewerCanCreateRepositories: canCreateRepositories(await namespacePermission(service, principal, row)),
      })),
    ),
    nextPageToken,
  };
});
