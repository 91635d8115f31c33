import { apiError } from "../core/http/api-error";
import { actingUser, type Principal } from "../core/principal";
import type { agents } from "../core/store/tables/agents";

/** Whose agents use a connection. */
export interface ConnectionOwner {
  teamId: number;
  owner: string;
}

/** The owner of the caller's connections: the same as for the agents it creates. */
export function callerOwner(principal: Principal): ConnectionOwner {
  const user = actingUser(principal);
  if (user) return { teamId: user.teamId, owner: `user:${user.userId}` };
  if (principal.kind === "serviceAccount") return { teamId: principal.teamId, owner: principal.serviceAccountId };
  throw apiError.agents(403, "role_forbidden", "This credential can't connect MCP servers");
}

/** The owner of the connections that an agent's runs use. */
export function agentConnectionOwner({
  teamId,
  userId,
  serviceAccountId,
}: Pick<typeof agents.$inferSelect, "teamId" | "userId" | "serviceAccountId">): ConnectionOwner {
  return { teamId, owner: serviceAccountId ?? `user:${userId}` };
}
