import { and, eq, isNull, sql } from "drizzle-orm";
import { installApp } from "@/lib/contract/admin/installations/install-app";
import { isInstallable, withReads } from "@/lib/contract/hosting/scope";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { implement } from "../../core/http/implement";
import { installationRepositories, installations } from "../../core/store/tables/apps";
import { repositories } from "../../core/store/tables/repositories";
import { users } from "../../core/store/tables/users";
import { findApp } from "../access/app-access";
import { findNamespace, type NamespaceRow } from "../access/namespace-access";
import { formatDisplayName } from "../actors/actor";
import { recordAppInstallationEvent } from "./installation-event";
import { installationBody } from "./installation-row";
import { installationReceipt } from "./receipt";
import { requireInstallation } from "./require-installation";

async function installerOf({ db }: Pick<Context, "db">, email: string | undefined) {
  if (email === undefined) return undefined;
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.trim().toLowerCase()), eq(users.isActive, true)));
  if (!user) throw apiError.field("installedBy", "isn't an active user");
  const displayName = formatDisplayName(user);
  const named = { id: user.actorId, email: user.email, ...(displayName ? { displayName } : {}) };
  return { userId: user.id, named };
}

/** Resolves repository names or ids to ids. Throws if one isn't in the namespace. */
async function selectedRepositoryIds({ db }: Pick<Context, "db">, namespace: NamespaceRow, named: readonly string[]) {
  const rows = await db
    .select({ id: repositories.id, nameFolded: repositories.nameFolded })
    .from(repositories)
    .where(eq(repositories.namespaceId, namespace.id));
  const ids = named.map((text, index) => {
    const found = rows.find(({ id, nameFolded }) => id === text || nameFolded === text.toLowerCase());
    if (!found) throw apiError.field(`repositories.${index}`, `${text} isn't a repository in ${namespace.slug}`);
    return found.id;
  });
  return [...new Set(ids)];
}

/** Installs an app. Reinstalling replaces scopes and selection but keeps the original installer. */
export const installAppOperation = implement(installApp, async ({ params, body }, context) => {
  const namespace = await findNamespace(context, params.namespaceSlug);
  if (!namespace) throw apiError.agents(404, "namespace_not_found", "Namespace not found");
  const app = (await findApp(context, body.appId))?.app;
  if (!app) throw apiError.field("appId", "app not found");
  const installer = await installerOf(context, body.installedBy);
  if (body.redirectUri !== undefined && !app.installationRedirectUris.includes(body.redirectUri)) {
    throw apiError.field("redirectUri", "isn't one of the app's redirect URIs");
  }
  const repositoryIds = body.repositories && (await selectedRepositoryIds(context, namespace, body.repositories));
  const allowed = app.isSystem ? app.defaultScopes : app.defaultScopes.filter(isInstallable);
  const requested = body.scopes ?? allowed;
  const now = context.clock.now();
  const values = {
    scopes: withReads([...requested, "repository:metadata:read"]),
    selection: repositoryIds ? ("selected" as const) : ("all" as const),
    updatedAt: now,
  };
  const id = await context.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(installations)
      .values({
        id: context.ids.typed("inst"),
        appId: app.id,
        namespaceId: namespace.id,
        installedBy: installer?.userId ?? null,
        createdAt: now,
        ...values,
      })
      .onConflictDoUpdate({
        target: [installations.appId, installations.namespaceId],
        targetWhere: isNull(installations.deletedAt),
        set: values,
      })
      .returning({ id: installations.id, isNew: sql<boolean>`xmax = 0` });
    if (!row) throw new Error("installation upsert returned no row");
    await tx.delete(installationRepositories).where(eq(installationRepositories.installationId, row.id));
    const rows = (repositoryIds ?? []).map((repositoryId) => ({ installationId: row.id, repositoryId }));
    if (rows.length > 0) await tx.insert(installationRepositories).values(rows);
    await recordAppInstallationEvent(tx, context, row.isNew ? "installation.created" : "installation.updated", row.id);
    return row.id;
  });
  const found = await requireInstallation(context, id);
  if (body.redirectUri === undefined) return installationBody(found);
  const redirect = new URL(body.redirectUri);
  const receipt = await installationReceipt(context, found, { installer: installer?.named, state: body.state });
  redirect.searchParams.set("installation_receipt", receipt);
  return { ...installationBody(found), redirectUrl: redirect.href };
});
