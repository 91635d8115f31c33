import { and, inArray, isNull } from "drizzle-orm";
import type { Actor } from "@/lib/contract/hosting/actor";
import type { Context } from "../../core/context";
import { apiError } from "../../core/http/api-error";
import { actingUser, type Principal } from "../../core/principal";
import { apps } from "../../core/store/tables/apps";
import { users } from "../../core/store/tables/users";

/** A database or transaction to read from. */
export type Readable = { db: Pick<Context["db"], "select"> };

/** An actor id (`user_…`, `app_…`, `sa_…`), and the app that acted for the user. */
export interface ActorRef {
  id: string;
  appId?: string | null;
}

/** The actor id for actions of the service itself; it has no display name (specification, section 2 Actor). */
export function managedActorId({ settings }: Pick<Context, "settings">): string {
  return `repohost-${settings.serviceName}-managed-actor`;
}

/** The actor of a request. Throws PermissionDenied for credentials without one. */
export async function actorOf(context: Readable, principal: Principal): Promise<ActorRef> {
  if (principal.kind === "serviceAccount") return { id: principal.serviceAccountId };
  if (principal.kind === "installation") return { id: principal.appId };
  const user = principal.kind === "installationUser" ? principal : actingUser(principal);
  const id = user && (await userActors(context, inArray(users.id, [user.userId])))[0]?.actorId;
  if (!id) throw apiError.repohost("PermissionDenied", "Requires a user, app or service account credential");
  return principal.kind === "installationUser" ? { id, appId: principal.appId } : { id };
}

function userActors(context: Readable, where: ReturnType<typeof inArray>) {
  const { actorId, email, firstName, lastName, handle } = users;
  return context.db.select({ actorId, email, firstName, lastName, handle }).from(users).where(where);
}

/** First and last name, trimmed and joined by a space; `undefined` if the user has neither. */
export function formatDisplayName(user: { firstName: string | null; lastName: string | null }): string | undefined {
  return [user.firstName?.trim(), user.lastName?.trim()].filter(Boolean).join(" ") || undefined;
}

/** Display names of the apps among the actors, except deleted apps. */
async function appNames({ db }: Readable, refs: readonly ActorRef[]): Promise<ReadonlyMap<string, string>> {
  const ids = refs.flatMap(({ id, appId }) => [id, appId ?? ""]).filter((id) => id.startsWith("app_"));
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: apps.id, displayName: apps.displayName })
    .from(apps)
    .where(and(inArray(apps.id, [...new Set(ids)]), isNull(apps.deletedAt)));
  return new Map(rows.map(({ id, displayName }) => [id, displayName]));
}

/** Loads actors and returns a function that renders each one's response body. */
export async function actorBodies(context: Readable, refs: readonly ActorRef[]): Promise<(ref: ActorRef) => Actor> {
  const ids = [...new Set(refs.map(({ id }) => id).filter((id) => id.startsWith("user_")))];
  const rows = ids.length > 0 ? await userActors(context, inArray(users.actorId, ids)) : [];
  const known = new Map(rows.map((row) => [row.actorId, row]));
  const named = await appNames(context, refs);
  const appActor = (appId: string) => {
    const displayName = named.get(appId);
    return { id: appId, ...(displayName ? { displayName } : {}) };
  };
  return ({ id, appId }) => {
    if (id.startsWith("sa_")) return { serviceAccount: { id } };
    if (!id.startsWith("user_")) return { app: appActor(id) };
    const user = known.get(id);
    const displayName = user && formatDisplayName(user);
    return {
      user: {
        id,
        email: user?.email ?? "",
        ...(displayName ? { displayName } : {}),
        ...(user?.handle ? { handle: user.handle } : {}),
        ...(appId ? { performedVia: { app: appActor(appId) } } : {}),
      },
    };
  };
}
