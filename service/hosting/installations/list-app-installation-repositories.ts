import { and, eq, exists, inArray, or, type SQL, sql } from "drizzle-orm";
import { listAppInstallationRepositories } from "@/lib/contract/hosting/installations/list-app-installation-repositories";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pageOf, readPage } from "../../core/http/page-token";
import { installationRepositories } from "../../core/store/tables/apps";
import { namespaces, repositories } from "../../core/store/tables/repositories";
import { repoBody } from "../repositories/repo-body";

const byName = sql`${repositories.nameFolded} collate "C"`;
const contains = (column: typeof repositories.nameFolded | typeof namespaces.slugFolded, part: string) =>
  sql`strpos(${column}, ${part}) > 0`;

/** With one slash, matches owner and name separately; otherwise matches either. */
function matching(filter: string): SQL | undefined {
  if (filter === "") return undefined;
  const [owner = "", name = "", ...more] = filter.split("/");
  if (filter.includes("/") && more.length === 0) {
    return and(contains(namespaces.slugFolded, owner), contains(repositories.nameFolded, name));
  }
  return or(contains(namespaces.slugFolded, filter), contains(repositories.nameFolded, filter));
}

/** Repositories the token can access, by name. A page token is only valid with the filter it was issued for. */
export const listAppInstallationRepositoriesOperation = implement(
  listAppInstallationRepositories,
  async ({ principal, query }, context) => {
    if (principal.kind !== "installation")
      throw apiError.repohost("PermissionDenied", "Requires an installation token");
    const { installationId, namespaceId, selection, repositoryIds } = principal;
    const filter = (query.filter ?? "").trim().toLowerCase();
    const list = `installation ${installationId} ${filter}`;
    const page = readPage(list, query);
    const selected = context.db
      .select({ one: sql`1` })
      .from(installationRepositories)
      .where(
        and(
          eq(installationRepositories.installationId, installationId),
          eq(installationRepositories.repositoryId, repositories.id),
        ),
      );
    const rows = await context.db
      .select({ repository: repositories, namespace: namespaces })
      .from(repositories)
      .innerJoin(namespaces, eq(namespaces.id, repositories.namespaceId))
      .where(
        and(
          eq(repositories.namespaceId, namespaceId),
          selection === "selected" ? exists(selected) : undefined,
          repositoryIds ? inArray(repositories.id, [...repositoryIds]) : undefined,
          matching(filter),
          page.after === undefined ? undefined : sql`${byName} > ${page.after}`,
        ),
      )
      .orderBy(byName)
      .limit(page.size + 1);
    const { items, nextPageToken } = pageOf(list, page.size, rows, (row) => row.repository.nameFolded);
    return {
      repositories: items.map(({ repository, namespace }) =>
        repoBody(context, { ...repository, ownerSlug: namespace.slug, namespace }),
      ),
      repoSelectionMode: selection,
      nextPageToken,
    };
  },
);
