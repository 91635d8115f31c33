import { and, eq } from "drizzle-orm";
import type { Context } from "../core/context";
import type { TeamPrincipal } from "../core/principal";
import { users } from "../core/store/tables/users";
import type { AgentRow } from "./find-agent";

/**
 * The principal whose permissions an agent's runs have: its user, or its service account limited to the repositories of the key
 * that launched it. Undefined once the user was deactivated or left the team.
 */
export async function agentOwner(
  { db }: Pick<Context, "db">,
  agent: Pick<AgentRow, "id" | "name" | "createdAt" | "teamId" | "userId" | "serviceAccountId" | "repositoryIds">,
): Promise<TeamPrincipal | undefined> {
  const { id, name, createdAt, teamId, userId, serviceAccountId, repositoryIds } = agent;
  const identity = { keyId: id, keyName: name, keyCreatedAt: createdAt, teamId };
  if (serviceAccountId !== null) {
    const scope = repositoryIds === null ? {} : { repositoryIds };
    return { kind: "serviceAccount", serviceAccountId, agentScoped: false, ...scope, ...identity };
  }
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId ?? 0), eq(users.teamId, teamId), eq(users.isActive, true)));
  return user && { kind: "user", userId: user.id, ...identity };
}
