import { and, eq, inArray, or, sql } from "drizzle-orm";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import { repositoryListScope } from "@/lib/contract/hosting/scope";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { pageOf, readPage } from "../../core/http/page-token";
import { hasScope, installationAccess } from "../../core/principal";
import { namespaces } from "../../core/store/tables/repositories";
import { isEligible } from "../access/eligibility";
import { selectGrants } from "../access/held-permissions";
import {
  canCreateRepositories,
  type NamespaceRow,
  namespacePermission,
  type Permission,
} from "../access/namespace-access";
import { ownerBody } from "../access/owner-body";

const bySlug = sql`${namespaces.slugFolded} collate "C"`;

/** Namespaces in which the caller can list repositories, by slug. An app's token for a member covers only its own. */
export const listNamespacesOperation = implement(listNamespaces, async ({ principal, query }, context) => {
  if (
    (principal.kind !== "user" && principal.kind !== "installationUser") ||
    !hasScope(principal, repositoryListScope)
  ) {
    throw apiError.repohost("PermissionDenied", `Requires a user credential with ${repositoryListScope}`);
  }
  const page = readPage("namespaces", query);
  const installed = installationAccess(principal);
  const granted = (await selectGrants(context.db, principal.userId)).map(({ namespaceId }) => namespaceId);
  const rows = await context.db
    .select()
    .from(namespaces)
    .where(
      and(
        or(
          eq(namespaces.teamId, principal.teamId),
          eq(namespaces.userId, principal.userId),
          inArray(namespaces.id, granted),
        ),
        installed === undefined ? undefined : eq(namespaces.id, installed.namespaceId),
        page.after === undefined ? undefined : sql`${bySlug} > ${page.after}`,
      ),
    )
    .orderBy(bySlug);
  const readable: { row: NamespaceRow; held: Permission }[] = [];
  for (const row of rows) {
    if (readable.length > page.size) break;
    const held = await namespacePermission(context, principal, row);
    if (held !== "none" || granted.includes(row.id)) readable.push({ row, held });
  }
  const { items, nextPageToken } = pageOf("namespaces", page.size, readable, ({ row }) => row.slugFolded);
  return {
    namespaces: items.map(({ row, held }) => ({
      namespace: ownerBody(row),
      viewerCanCreateRepositories: isEligible(row) && canCreateRepositories(held),
    })),
    nextPageToken,
  };
});
