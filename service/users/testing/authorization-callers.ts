import { eq } from "drizzle-orm";
import { createSubToken } from "@/lib/contract/agents/create-sub-token";
import { createInstallationUserToken } from "@/lib/contract/hosting/installations/create-installation-user-token";
import { scopeCatalog } from "@/lib/contract/hosting/scope";
import { keyHash } from "../../core/api-key";
import { subTokens } from "../../core/store/tables/account";
import { installationTokens } from "../../core/store/tables/apps";
import { sessionTokens } from "../../core/store/tables/queue";
import { apiKeys, users } from "../../core/store/tables/users";
import { addApp, type InstalledApp, installedApp } from "../../hosting/installations/testing/installation-fixture";
import { addUser } from "../../hosting/repositories/testing/repository-fixture";
import type { HostedRepository } from "../../hosting/testing/hosting-fixture";
import { type PoolFixture, poolFixture } from "../../testing/pool-fixture";
import { createServiceAccounts, createUsers } from "./authorization-accounts";
import type { Kind } from "./authorization-rules";
import { type Caller, none } from "./caller";

const granted = (scope: string) =>
  scope.startsWith("repository:") || scope.startsWith("namespace:settings:") || scope === "namespace:user_tokens:write";
export const installable = scopeCatalog.filter(granted);
const inTokens = installable.filter((scope) => scope !== "namespace:user_tokens:write");

/** Every scope of a token that doesn't include the given ones. A write scope includes its read scope. */
function othersThan(scopes: readonly string[]): string[] {
  return inTokens.filter(
    (each) => !scopes.some((scope) => each === scope || each === scope.replace(/:read$/, ":write")),
  );
}

/** Runs `make` once per list of scopes that a token can have. */
function perScopes(make: (scopes: readonly string[]) => Promise<string>) {
  const made = new Map<string, Promise<string>>();
  return (scopes: readonly string[]) => {
    const possible = scopes.filter((scope) => inTokens.some((each) => each === scope));
    const known = made.get(possible.join()) ?? make(possible);
    made.set(possible.join(), known);
    return known;
  };
}

export interface CallerFixture {
  callers: readonly Caller[];
  app: InstalledApp;
  /** The app of another team's namespace. */
  otherApp: InstalledApp;
  /** Email of the user whose agents `seesAgents` is about. */
  owner: string;
  pools: PoolFixture;
}

/** Worker and session tokens. Both end with the key that minted them. */
async function createWorkerTokens({ test }: HostedRepository, pools: PoolFixture, owner: string): Promise<Caller[]> {
  const { db } = test.service;
  const spent = await pools.serviceKey({ sameAccount: true });
  const mint = async (forUserEmail: string, key = test.keys.serviceAccount) =>
    (await test.call(createSubToken, { key, body: { forUserEmail } })).accessToken;
  await pools.register({ poolName: "tokens" });
  const claimed = async (key = test.keys.serviceAccount) => {
    const { id } = await pools.launch({ env: { type: "pool", name: "tokens" } });
    return { id, token: String(Object((await pools.claim(id, "w", { sessionToken: true }, key)).body).token) };
  };
  const [own, other, expired, orphan, inactive] = [
    await mint(owner),
    await mint("member@example.test"),
    await mint(owner),
    await mint(owner, spent.key),
    await mint("leaver@example.test"),
  ];
  const [session, expiredSession, released, orphanSession] = [
    await claimed(),
    await claimed(),
    await claimed(),
    await claimed(spent.key),
  ];
  await pools.release(released.id);
  await db
    .update(subTokens)
    .set({ expiresAt: 1 })
    .where(eq(subTokens.hash, keyHash(expired)));
  await db
    .update(sessionTokens)
    .set({ expiresAt: 1 })
    .where(eq(sessionTokens.hash, keyHash(expiredSession.token)));
  await db.update(apiKeys).set({ deletedAt: 1 }).where(eq(apiKeys.id, spent.id));
  await db.update(users).set({ isActive: false }).where(eq(users.email, "leaver@example.test"));
  const token = (kind: "subToken" | "session", name: string, key: string, overrides: Partial<Caller> = {}): Caller => ({
    name: `${kind === "session" ? "session" : "worker"} token ${name}`,
    kind,
    key: () => key,
    accepted: true,
    ...none,
    ...overrides,
  });
  return [
    token("subToken", "of the user", own, { seesAgents: true }),
    token("subToken", "of another member", other),
    token("subToken", "that expired", expired, { accepted: false }),
    token("subToken", "of a deleted key", orphan, { accepted: false }),
    token("subToken", "of a deactivated user", inactive, { accepted: false }),
    token("session", "of a claim", session.token),
    token("session", "that expired", expiredSession.token, { accepted: false }),
    token("session", "of a released claim", released.token, { accepted: false }),
    token("session", "of a deleted key", orphanSession.token, { accepted: false }),
  ];
}

/** Tokens of an installation, for the app itself or for a member. */
async function createTokens(hosted: HostedRepository, app: InstalledApp, otherApp: InstalledApp, owner: string) {
  const { test } = hosted;
  const { db } = test.service;
  const forUser = async (userEmail: string, scopes: readonly string[] = [], installed = app) => {
    const params = { installationId: installed.installationId };
    const body = { userEmail, scopes: [...scopes] };
    return (await test.call(createInstallationUserToken, { key: installed.app.jwt(), params, body })).token;
  };
  const selected = { scopes: installable, repositories: ["widgets"] };
  const unselected = await installedApp(test, { scopes: installable, repositories: [] });
  const [suspended, removed, orphan] = [
    await installedApp(test, selected),
    await installedApp(test, selected),
    await installedApp(test, selected),
  ];
  const tokensOf = async (installed: InstalledApp) => ({
    app: installed.token,
    user: await forUser(owner, [], installed),
  });
  const ended = {
    "of a suspended installation": await tokensOf(suspended),
    "of a removed installation": await tokensOf(removed),
    "of a deleted app": await tokensOf(orphan),
    "that expired": { app: await app.mint(), user: await forUser(owner) },
  };
  const leaver = await forUser("leaver@example.test");
  const admin = { key: test.keys.admin };
  const path = (id: string) => `/admin/v1/installations/${id}`;
  await test.send("PATCH", path(suspended.installationId), { ...admin, body: { suspended: true } });
  await test.send("DELETE", path(removed.installationId), admin);
  await test.send("DELETE", `/admin/v1/apps/${orphan.app.id}`, admin);
  for (const token of Object.values(ended["that expired"])) {
    await db
      .update(installationTokens)
      .set({ expiresAt: 1 })
      .where(eq(installationTokens.hash, keyHash(token)));
  }
  const full = { namespace: "admin", repository: "admin" } as const;
  const read = { namespace: "read", repository: "read" } as const;
  const caller = (kind: Kind, name: string, key: Caller["key"], overrides: Partial<Caller> = {}): Caller => ({
    name: `${kind === "installation" ? "installation" : "installation's user"} token ${name}`,
    kind,
    key,
    accepted: true,
    scopes: "all",
    ...none,
    ...overrides,
  });
  const asApp = (name: string, key: Caller["key"], overrides?: Partial<Caller>) =>
    caller("installation", name, key, overrides);
  const asUser = (name: string, key: Caller["key"], overrides?: Partial<Caller>) =>
    caller("installationUser", name, key, overrides);
  const [everyone, otherTeam] = [await tokensOf(unselected), otherApp.token];
  const [userToken, readerToken, memberToken] = [
    await forUser(owner),
    await forUser("reader@example.test"),
    await forUser("member@example.test"),
  ];
  const author = { ...full, isAuthor: true };
  return [
    asApp("with all scopes", () => app.token, full),
    asApp(
      "with only the operation's scopes",
      perScopes((scopes) => app.mint({ scopes: [...scopes] })),
      { ...full, scopes: "exact" },
    ),
    asApp(
      "with all other scopes",
      perScopes((scopes) => app.mint({ scopes: othersThan(scopes) })),
      { ...full, scopes: "others" },
    ),
    asApp("without the repository", () => everyone.app, { namespace: "admin" }),
    asApp("of another namespace", () => otherTeam, { isOther: true }),
    asUser("of an admin", () => userToken, author),
    asUser(
      "of an admin with only the operation's scopes",
      perScopes((scopes) => forUser(owner, scopes)),
      { ...author, scopes: "exact" },
    ),
    asUser(
      "of an admin with all other scopes",
      perScopes((scopes) => forUser(owner, othersThan(scopes))),
      { ...author, scopes: "others" },
    ),
    asUser("of an admin without the repository", () => everyone.user, { namespace: "admin" }),
    asUser("of a reader", () => readerToken, read),
    asUser("of a member without a grant", () => memberToken),
    asUser("of a deactivated user", () => leaver, { accepted: false }),
    ...Object.entries(ended).flatMap(([name, tokens]) => [
      asApp(name, () => tokens.app, { accepted: false }),
      asUser(name, () => tokens.user, { accepted: false }),
    ]),
  ];
}

/** JWTs of the app, and the admin key. */
async function createKeys({ test }: HostedRepository, { app }: InstalledApp): Promise<Caller[]> {
  const deleted = await addApp(test, { displayName: "Deleted" });
  await test.send("DELETE", `/admin/v1/apps/${deleted.id}`, { key: test.keys.admin });
  const jwt = (name: string, key: Caller["key"], accepted = false): Caller => ({
    name: `app JWT ${name}`,
    kind: "app",
    key,
    accepted,
    ...none,
  });
  const now = Math.floor(test.service.clock.now() / 1000);
  const unknownKid = "A".repeat(43);
  return [
    jwt("of the app", () => app.jwt(), true),
    jwt("of a deleted app", () => deleted.jwt()),
    jwt("that expired", () => app.jwt({ iat: now - 1800, exp: now - 1 })),
    jwt("with an unknown key", () => app.jwt({}, { kid: unknownKid })),
    { name: "admin key", kind: "admin", key: () => test.keys.admin, accepted: true, ...none },
  ];
}

/** Every credential kind in every state, for the repository of the fixture. `otherKey` is of an admin of `rival`. */
export async function createCallers(hosted: HostedRepository, otherKey: string): Promise<CallerFixture> {
  const { test } = hosted;
  const owner = "admin@localhost";
  const pools = poolFixture(test);
  await addUser(test.service, { email: "leaver@example.test", teamId: 1 });
  const users = await createUsers(hosted);
  const app = await installedApp(test, { scopes: installable, repositories: ["widgets"] });
  const theirs = await addApp(test, { namespaceSlug: "rival", key: otherKey });
  const otherApp = await installedApp(test, { scopes: installable, namespaceSlug: "rival", app: theirs });
  const tokens = await createTokens(hosted, app, otherApp, owner);
  const workers = await createWorkerTokens(hosted, pools, owner);
  const accounts = await createServiceAccounts(hosted, pools);
  return {
    callers: [...users, ...accounts, ...workers, ...tokens, ...(await createKeys(hosted, app))],
    app,
    otherApp,
    owner,
    pools,
  };
}
