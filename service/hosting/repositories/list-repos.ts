import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { listRepos } from "@/lib/contract/hosting/repositories/list-repos";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pageOf, readPage } from "../../core/http/page-token";
import { actingUser, installationAccess, type Principal } from "../../core/principal";
import { installationRepositories } from "../../core/store/tables/apps";
import { repositories } from "../../core/store/tables/repositories";
import { selectGrants } from "../access/held-permissions";
import { findNamespace, namespacePermission } from "../access/namespace-access";
import { repositoryPermission } from "../access/repository-access";
import { repoBody } from "./repo-body";

const byName = sql`${repositories.nameFolded} collate "C"`;

/** Repositories in a namespace granted individually to a user, or that a service account's key is limited to. */
async function grantedRepositories(context: Context, principal: Principal, namespaceId: string): Promise<string[]> {
  const { db } = context;
  if (principal.kind === "serviceAccount") {
    const scope = [...(principal.repositoryIds ?? [])];
    const inNamespace = and(eq(repositories.namespaceId, namespaceId), inArray(repositories.id, scope));
    const rows = await db.select({ id: repositories.id }).from(repositories).where(inNamespace);
    const held = await Promise.all(rows.map(({ id }) => repositoryPermission(context, principal, id)));
    return rows.flatMap(({ id }, index) => (held[index] === "none" ? [] : [id]));
  }
  const acting = principal.kind === "installationUser" ? principal : actingUser(principal);
  if (!acting) return [];
  const rows = await selectGrants(db, acting.userId);
  return rows.flatMap((row) => (row.namespaceId === namespaceId && row.repositoryId ? [row.repositoryId] : []));
}

/** Restricts an app's token to the repositories it can access; undefined for other credentials. */
function inInstallation({ db }: Pick<Context, "db">, principal: Principal): SQL | undefined {
  const access = installationAccess(principal);
  if (!access) return undefined;
  const selected = db
    .select({ id: installationRepositories.repositoryId })
    .from(installationRepositories)
    .where(eq(installationRepositories.installationId, access.installationId));
  return and(
    access.repositoryIds && inArray(repositories.id, [...access.repositoryIds]),
    access.selection === "selected" ? inArray(repositories.id, selected) : undefined,
  );
}

/** One owner's repositories that the caller can read, by name. `filter` matches any part of the name, ignoring case. */
export const listReposOperation = implement(listRepos, async ({ principal, params, query }, context) => {
  const namespace = await findNamespace(context, params.ownerSlug);
  const notFound = () => apiError.repohost("NotFound", "Owner not found");
  if (!namespace) throw notFound();
  const readsAll = (await namespacePermission(context, principal, namespace)) !== "none";
  const granted = readsAll ? undefined : await grantedRepositories(context, principal, namespace.id);
  if (granted?.length === 0) throw notFound();
  if (query.filter?.includes("\0"))
    throw apiError.repohost("InvalidArgument", "filter must not contain NUL characters", "filter");
  const page = readPage("repositories", query);
  const rows = await context.db
    .select()
    .from(repositories)
    .where(
      and(
        eq(repositories.namespaceId, namespace.id),
        granted && inArray(repositories.id, granted),
        inInstallation(context, principal),
        query.filter ? sql`strpos(${repositories.nameFolded}, ${query.filter.toLowerCase()}) > 0` : undefined,
        page.after === undefined ? undefined : sql`${byName} > ${page.after}`,
      ),
    )
    .orderBy(byName)
    .limit(page.size + 1);
  const { items, nextPageToken } = pageOf("repositories", page.size, rows, (row) => row.nameFolded);
  return {
    repositories: items.map((row) => repoBody(context, { ...row, ownerSlug: namespace.slug, namespace })),
    nextPageToken,
  };
});
