import type { Actor } from "@/lib/contract/hosting/actor";

/** The service's own actor, which acts for agents. */
const isManaged = ({ id }: { id: string }) => id.includes("managed-actor");

/** Who it was, as people know them, and through what they did it. */
export function actorName({ user, app, serviceAccount }: Actor): string {
  if (user) {
    const name = user.displayName ?? (user.email || user.id);
    const via = user.performedVia?.app;
    if (!via) return name;
    return isManaged(via) ? `${name}, by an agent` : `${name} via ${via.displayName ?? via.id}`;
  }
  if (app) return app.displayName ?? (isManaged(app) ? "the service" : app.id);
  return serviceAccount ? `service account ${serviceAccount.id}` : "somebody";
}
