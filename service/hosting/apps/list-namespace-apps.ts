import { and, desc, eq, isNull, not, sql } from "drizzle-orm";
import { listNamespaceApps } from "@/lib/contract/hosting/apps/list-namespace-apps";
import { implement } from "../../core/http/implement";
import { pageOf, readPage } from "../../core/http/page-token";
import { apps } from "../../core/store/tables/apps";
import { requireNamespace } from "../access/namespace-access";

/** Newest first, ties by id descending. The time is zero-padded so that strings sort like numbers. */
const position = sql<string>`lpad(${apps.createdAt}::text, 15, '0') || ${apps.id}`;

export const listNamespaceAppsOperation = implement(
  listNamespaceApps,
  async ({ principal, params, query }, context) => {
    const namespace = await requireNamespace(context, principal, params.namespaceSlug, "read");
    const list = `apps ${namespace.id}`;
    const page = readPage(list, query);
    const rows = await context.db
      .select({ id: apps.id, displayName: apps.displayName, description: apps.description, position })
      .from(apps)
      .where(
        and(
          eq(apps.namespaceId, namespace.id),
          isNull(apps.deletedAt),
          not(apps.isSystem),
          page.after === undefined ? undefined : sql`(${position}) collate "C" < ${page.after}`,
        ),
      )
      .orderBy(desc(sql`(${position}) collate "C"`))
      .limit(page.size + 1);
    const { items, nextPageToken } = pageOf(list, page.size, rows, (row) => row.position);
    return { apps: items.map(({ id, displayName, description }) => ({ id, displayName, description })), nextPageToken };
  },
);
