import { and, eq, isNull } from "drizzle-orm";
import type { App } from "@/lib/contract/hosting/apps/app";
import { isoTime } from "@/lib/core/clock";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import type { Principal } from "../../core/principal";
import { apps } from "../../core/store/tables/apps";
import { namespaces } from "../../core/store/tables/repositories";
import { adminRequired, type NamespaceRow, namespacePermission } from "./namespace-access";

export type AppRow = typeof apps.$inferSelect;

type AppPrincipal = Extract<Principal, { kind: "app" }>;

export interface FoundApp {
  app: AppRow;
  namespace: NamespaceRow;
}

/** The principal of an operation that only apps can call. Throws PermissionDenied for others. */
export function requireAppPrincipal(principal: Principal): AppPrincipal {
  if (principal.kind !== "app") throw apiError.repohost("PermissionDenied", "Requires an app JWT");
  return principal;
}

/** Finds an app that isn't deleted, with its namespace. Doesn't check permissions. */
export async function findApp({ db }: Pick<Context, "db">, id: string): Promise<FoundApp | undefined> {
  const [found] = await db
    .select({ app: apps, namespace: namespaces })
    .from(apps)
    .innerJoin(namespaces, eq(namespaces.id, apps.namespaceId))
    .where(and(eq(apps.id, id), isNull(apps.deletedAt)));
  return found;
}

/**
 * An app whose namespace the caller can read or administer, except system apps. Throws NotFound or PermissionDenied.
 */
export async function requireApp(
  context: Pick<Context, "db">,
  principal: Principal,
  appId: string,
  needed: "read" | "admin",
): Promise<FoundApp> {
  const found = await findApp(context, appId);
  const held = found ? await namespacePermission(context, principal, found.namespace) : "none";
  if (!found || held === "none" || found.app.isSystem) throw apiError.repohost("NotFound", "App not found");
  if (needed === "admin" && held !== "admin") throw adminRequired();
  return found;
}

/** An app's response body (specification, section 2 App). */
export function appBody({ app, namespace }: FoundApp): App {
  const { id, displayName, description, websiteUrl, webhookUrl, events, installationRedirectUris, defaultScopes } = app;
  return {
    id,
    displayName,
    description,
    websiteUrl,
    webhookUrl,
    events,
    installationRedirectUris,
    defaultScopes,
    namespaceSlug: namespace.slug,
    createdAt: isoTime(app.createdAt),
    updatedAt: isoTime(app.updatedAt),
  };
}
