import { eq } from "drizzle-orm";
import { newKey } from "../../../core/api-key";
import { grants } from "../../../core/store/tables/grants";
import { namespaces } from "../../../core/store/tables/repositories";
import { apiKeys, teams, users } from "../../../core/store/tables/users";
import type { Service } from "../../../service";

/** Creates a user, in a new team unless one is given. Returns ids and an API key. */
export async function addUser(service: Service, account: { email: string; teamId?: number; isTeamAdmin?: boolean }) {
  const { db, ids, clock } = service;
  const createdAt = clock.now();
  const [team] = account.teamId
    ? [{ id: account.teamId }]
    : await db.insert(teams).values({ name: "Other", createdAt }).returning();
  if (!team) throw new Error("team insert returned no row");
  const [user] = await db
    .insert(users)
    .values({
      actorId: ids.typed("user"),
      email: account.email,
      teamId: team.id,
      isTeamAdmin: account.isTeamAdmin ?? false,
      createdAt,
    })
    .returning();
  if (!user) throw new Error("user insert returned no row");
  const { key, hash } = newKey(ids, "key");
  await db
    .insert(apiKeys)
    .values({ id: ids.uuid(), hash, name: account.email, kind: "user", userId: user.id, createdAt });
  return { key, userId: user.id, teamId: team.id };
}

/**
 * Creates a user in another team with read permission on one repository, or without an `id` on all of the owner's.
 * Returns an API key.
 */
export async function addReader(service: Service, repository: { id?: string; owner: { id: string } }): Promise<string> {
  const { db, ids, clock } = service;
  const { key, userId } = await addUser(service, { email: `${ids.uuid()}@example.test` });
  const [user] = await db.select({ actorId: users.actorId }).from(users).where(eq(users.id, userId));
  if (!user) throw new Error("user not found");
  await db.insert(grants).values({
    namespaceId: repository.owner.id,
    repositoryId: repository.id ?? null,
    principalKind: "user",
    principalId: user.actorId,
    permission: "read",
    createdAt: clock.now(),
  });
  return key;
}

/** Creates a namespace for a team or user. */
export async function addNamespace(service: Service, slug: string, owner: { teamId: number } | { userId: number }) {
  const { db, ids, clock } = service;
  const type: "team" | "user" = "teamId" in owner ? "team" : "user";
  const row = { id: ids.typed("ns"), slug, slugFolded: slug.toLowerCase(), type, ...owner, createdAt: clock.now() };
  await db.insert(namespaces).values(row);
  return row;
}
