import { and, eq, isNull } from "drizzle-orm";
import type { AppInstallation } from "@/lib/contract/hosting/installation";
import { withReads } from "@/lib/contract/hosting/scope";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import type { Principal } from "../../core/principal";
import { apps, installations } from "../../core/store/tables/apps";
import { namespaces } from "../../core/store/tables/repositories";
import { users } from "../../core/store/tables/users";
import type { Reader } from "../../core/store/transaction";
import type { AppRow } from "../access/app-access";
import type { NamespaceRow } from "../access/namespace-access";
import { ownerBody } from "../access/owner-body";

export type InstallationRow = typeof installations.$inferSelect;

export interface FoundInstallation {
  installation: InstallationRow;
  app: AppRow;
  namespace: NamespaceRow;
  installer: { id: string; email: string } | null;
}

/** Selects installations, without deleted ones and those of deleted apps. */
export function selectInstallations(db: Reader, where: ReturnType<typeof and>) {
  return db
    .select({
      installation: installations,
      app: apps,
      namespace: namespaces,
      installer: { id: users.actorId, email: users.email },
    })
    .from(installations)
    .innerJoin(apps, eq(apps.id, installations.appId))
    .innerJoin(namespaces, eq(namespaces.id, installations.namespaceId))
    .leftJoin(users, eq(users.id, installations.installedBy))
    .where(and(where, isNull(installations.deletedAt), isNull(apps.deletedAt)))
    .$dynamic();
}

export async function findInstallation(db: Reader, id: string): Promise<FoundInstallation | undefined> {
  const [found] = await selectInstallations(db, eq(installations.id, id));
  return found;
}

/** An installation of the calling app. Throws NotFound. */
export async function requireOwnInstallation(
  { db }: Pick<Context, "db">,
  principal: Principal,
  id: string,
): Promise<FoundInstallation> {
  const found = await findInstallation(db, id);
  if (!found || principal.kind !== "app" || found.app.id !== principal.appId) {
    throw apiError.repohost("NotFound", "Installation not found");
  }
  return found;
}

/** The scopes granted to an installation. */
export function grantedScopes({ installation, app }: Pick<FoundInstallation, "installation" | "app">): string[] {
  return withReads([...(installation.scopes ?? app.defaultScopes), "repository:metadata:read"]);
}

/** An installation's response body (specification, section 2 Installation). */
export function installationBody(found: FoundInstallation): AppInstallation {
  const { installation, namespace, installer } = found;
  return {
    id: installation.id,
    appId: installation.appId,
    target: ownerBody(namespace),
    repoSelectionMode: installation.selection,
    scopes: grantedScopes(found),
    ...(installer ? { installedBy: installer } : {}),
    createdAt: isoTime(installation.createdAt),
    updatedAt: isoTime(installation.updatedAt),
    ...(installation.suspendedAt === null ? {} : { suspendedAt: isoTime(installation.suspendedAt) }),
  };
}
