import { and, eq, sql } from "drizzle-orm";
import { listLabels } from "@/lib/contract/hosting/labels/list-labels";
import { implement } from "../../core/http/implement";
import { pageOf, readPage } from "../../core/http/page-token";
import { labels } from "../../core/store/tables/labels";
import { requireRepository } from "../access/repository-access";
import { byName, labelBody } from "../pulls/pull-request-labels";

export const listLabelsOperation = implement(listLabels, async ({ principal, params, query }, context) => {
  const { id } = await requireRepository(context, principal, params);
  const list = `labels ${id}`;
  const { size, after } = readPage(list, query);
  const rows = await context.db
    .select()
    .from(labels)
    .where(and(eq(labels.repositoryId, id), after === undefined ? undefined : sql`${byName} > ${after}`))
    .orderBy(byName)
    .limit(size + 1);
  const { items, nextPageToken } = pageOf(list, size, rows, ({ name }) => name);
  return { labels: items.map(labelBody), nextPageToken };
});
