import type { Actor } from "@/lib/contract/hosting/actor";

/** The built-in app that acts for agents. */
const isManaged = ({ id }: { id: string }) => id.includes("managed-actor");

/** Whether an agent acted for the user. */
export const isByAgent = ({ user }: Actor): boolean => {
  const app = user?.performedVia?.app;
  return app !== undefined && isManaged(app);
};

/** The name of a user without the app that acted for them, and of any other actor. */
export const ownName = (actor: Actor): string =>
  actorName(actor.user ? { ...actor, user: { ...actor.user, performedVia: undefined } } : actor);

/** The display name of an actor, with the app that acted for them. */
export function actorName({ user, app, serviceAccount }: Actor): string {
  if (user) {
    const name = user.displayName ?? (user.email || user.id);
    const via = user.performedVia?.app;
    if (!via) return name;
    return isManaged(via) ? `${name} via an agent` : `${name} via ${via.displayName ?? via.id}`;
  }
  if (app) return app.displayName ?? (isManaged(app) ? "Slipway" : app.id);
  return serviceAccount ? `service account ${serviceAccount.id}` : "unknown user";
}
