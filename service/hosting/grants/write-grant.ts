import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { grants } from "../../core/store/tables/grants";
import { namespaces } from "../../core/store/tables/repositories";
import { type GrantedNamespace, type GrantPermission, hasAdmin } from "../access/held-permissions";
import type { Grantee } from "./grantee";

/**
 * Sets or removes (`undefined`) a grantee's permission on a namespace or one of its repositories. Throws
 * FailedPrecondition if the namespace would lose its last admin.
 */
export async function writeGrant(
  { db, clock }: Pick<Context, "db" | "clock">,
  namespace: GrantedNamespace,
  repositoryId: string | null,
  grantee: Grantee,
  permission: GrantPermission | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Lock the namespace, so that concurrent writes can't remove the last admin together.
    await tx.select({ id: namespaces.id }).from(namespaces).where(eq(namespaces.id, namespace.id)).for("update");
    const ofTeam = grantee.principalKind === "teamGroup" && repositoryId === null;
    const stored = permission ?? (ofTeam ? "none" : undefined);
    if (stored === undefined) {
      await tx
        .delete(grants)
        .where(
          and(
            eq(grants.namespaceId, namespace.id),
            repositoryId === null ? isNull(grants.repositoryId) : eq(grants.repositoryId, repositoryId),
            eq(grants.principalKind, grantee.principalKind),
            eq(grants.principalId, grantee.principalId),
          ),
        );
    } else {
      await tx
        .insert(grants)
        .values({ namespaceId: namespace.id, repositoryId, ...grantee, permission: stored, createdAt: clock.now() })
        .onConflictDoUpdate({
          target: [grants.namespaceId, grants.repositoryId, grants.principalKind, grants.principalId],
          set: { permission: stored },
        });
    }
    if (repositoryId === null && !(await hasAdmin(tx, namespace))) {
      throw apiError.repohost("FailedPrecondition", "The owner must keep at least one admin", "permission");
    }
  });
}
