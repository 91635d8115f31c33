import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../../core/context";
import { refuse } from "../../core/http/refusal";
import { grants } from "../../core/store/tables/grants";
import { namespaces } from "../../core/store/tables/repositories";
import { type Granted, type GrantedNamespace, hasAdmin } from "../access/held-permissions";
import type { Grantee } from "./grantee";

/**
 * Stores or takes back (`undefined`) what a principal holds on a namespace or on one of its repositories. A write that
 * would leave the namespace without an admin changes nothing: throws FailedPrecondition.
 */
export async function writeGrant(
  { db, clock }: Pick<Context, "db" | "clock">,
  namespace: GrantedNamespace,
  repositoryId: string | null,
  grantee: Grantee,
  permission: Granted | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Writers wait for each other here, so that two of them can't each take away the other's last admin.
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
      throw refuse.repohost("FailedPrecondition", "The owner would be left without an admin", "permission");
    }
  });
}
