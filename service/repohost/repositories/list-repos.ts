import { and, eq, sql } from "drizzle-orm";
import { listRepos } from "@/lib/contract/repohost/list-repos";
import { implement } from "../../http/implement";
import { refuse } from "../../http/refusal";
import { repositories } from "../../store/tables/repositories";
import { findNamespace, namespacePermission } from "../namespaces/access";
import { pageOf, readPage } from "./page-token";
import { repoBody } from "./repo-body";

const byName = sql`${repositories.nameFolded} collate "C"`;

/** The repositories of one owner by name; `filter` matches any part of the name in any casing. */
export const listReposOperation = implement(listRepos, async ({ principal, params, query }, service) => {
  const namespace = await findNamespace(service, params.ownerSlug);
  if (!namespace || (await namespacePermission(service, principal, namespace)) === "none") {
    throw refuse.repohost("NotFound", "Owner not found");
  }
  if (query.filter?.includes("\0")) throw refuse.repohost("InvalidArgument", "filter must be text", "filter");
  const page = readPage("repositories", query);
  const rows = await service.db
    .select()
    .from(repositories)
    .where(
      and(
        eq(repositories.namespaceId, namespace.id),
        query.filter ? sql`strpos(${repositories.nameFolded}, ${query.filter.toLowerCase()}) > 0` : undefined,
        page.after === undefined ? undefined : sql`${byName} > ${page.after}`,
      ),
    )
    .orderBy(byName)
    .limit(page.size + 1);
  const { items, nextPageToken } = pageOf("repositories", page.size, rows, (row) => row.nameFolded);
  return {
    repositories: items.map((row) => repoBody(service, { ...row, ownerSlug: namespace.slug, namespace })),
    nextPageToken,
  };
});
