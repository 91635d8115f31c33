import { eq } from "drizzle-orm";
import { keyHash } from "../../core/api-key";
import { grants } from "../../core/store/tables/grants";
import { apiKeys, users } from "../../core/store/tables/users";
import { addUser } from "../../hosting/repositories/testing/repository-fixture";
import type { HostedRepository } from "../../hosting/testing/hosting-fixture";
import type { PoolFixture } from "../../testing/pool-fixture";
import type { Permission } from "./authorization-rules";
import { type Caller, none } from "./caller";

type Level = typeof grants.$inferSelect.permission;

/** Users of the fixture's team, which gives its members no permission without a grant. */
export async function createUsers({ test, repo }: HostedRepository): Promise<Caller[]> {
  const { db, clock } = test.service;
  const namespaceId = repo.owner.id;
  const createdAt = clock.now();
  const members = { principalKind: "teamGroup", principalId: "members", permission: "none" } as const;
  await db.insert(grants).values({ namespaceId, ...members, createdAt });
  const add = async (name: string, permission?: Level, repositoryId: string | null = null) => {
    const user = await addUser(test.service, { email: `${name}@example.test`, teamId: 1 });
    const [row] = await db.select().from(users).where(eq(users.id, user.userId));
    const principal = { principalKind: "user" as const, principalId: row?.actorId ?? "" };
    if (permission) await db.insert(grants).values({ namespaceId, repositoryId, ...principal, permission, createdAt });
    return user;
  };
  const user = (name: string, key: string, overrides: Partial<Caller> = {}): Caller => ({
    name: `user ${name}`,
    kind: "user",
    key: () => key,
    accepted: true,
    ...none,
    ...overrides,
  });
  const both = (permission: Permission) => ({ namespace: permission, repository: permission });
  const expired = await add("expired", "admin");
  await db
    .update(apiKeys)
    .set({ expiresAt: createdAt - 1 })
    .where(eq(apiKeys.hash, keyHash(expired.key)));
  const deleted = await add("deleted", "admin");
  await db
    .update(apiKeys)
    .set({ deletedAt: createdAt })
    .where(eq(apiKeys.hash, keyHash(deleted.key)));
  const inactive = await add("inactive", "admin");
  await db.update(users).set({ isActive: false }).where(eq(users.id, inactive.userId));
  return [
    user("with admin", test.keys.user, { ...both("admin"), isAuthor: true, seesAgents: true }),
    user("with write", (await add("writer", "write")).key, both("write")),
    user("with contributor", (await add("contributor", "contributor")).key, both("read")),
    user("with read", (await add("reader", "read")).key, both("read")),
    user("with read on the repository", (await add("guest", "read", repo.id)).key, { repository: "read" }),
    user("without a grant", (await add("member")).key),
    user("of another team", (await addUser(test.service, { email: "other@example.test" })).key),
    user("with a deleted key", deleted.key, { accepted: false }),
    user("with an expired key", expired.key, { accepted: false }),
    user("who is deactivated", inactive.key, { accepted: false }),
    user("with an unknown key", `key_${"0".repeat(64)}`, { accepted: false }),
  ];
}

/** Service-account keys of the team, with and without limits, and of another team. */
export async function createServiceAccounts({ test, repo }: HostedRepository, pools: PoolFixture): Promise<Caller[]> {
  const account = (name: string, key: string, overrides: Partial<Caller> = {}): Caller => ({
    name: `service account ${name}`,
    kind: "serviceAccount",
    key: () => key,
    accepted: true,
    ...none,
    ...overrides,
  });
  const write = { namespace: "write", repository: "write" } as const;
  const deleted = await pools.serviceKey({ sameAccount: true });
  await test.service.db.update(apiKeys).set({ deletedAt: 1 }).where(eq(apiKeys.id, deleted.id));
  const expired = await pools.serviceKey({});
  await test.service.db.update(apiKeys).set({ expiresAt: 1 }).where(eq(apiKeys.id, expired.id));
  const inScope = await pools.serviceKey({ repositoryIds: [repo.id] });
  const outOfScope = await pools.serviceKey({ repositoryIds: [repo.id] });
  await test.service.db
    .update(apiKeys)
    .set({ repositoryIds: ["repo_other"] })
    .where(eq(apiKeys.id, outOfScope.id));
  return [
    account("of the team", test.keys.serviceAccount, { ...write, seesAgents: true, canMint: true }),
    account("that can't mint tokens", (await pools.serviceKey({ agentScoped: false })).key, {
      ...write,
      seesAgents: true,
    }),
    account("limited to the repository", inScope.key, { repository: "write", isLimited: true }),
    account("limited to another repository", outOfScope.key, { isLimited: true }),
    account("of another team", await pools.otherTeamKey(), { canMint: true }),
    account("with a deleted key", deleted.key, { accepted: false }),
    account("with an expired key", expired.key, { accepted: false }),
  ];
}
