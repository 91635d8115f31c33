import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { recordAudit } from "@/lib/server/db/audit";
import { audit, signInLinks, users } from "@/lib/server/db/schema";
import { beginSession, endSession, openSessions } from "@/lib/server/db/sessions";
import { openStore, type Store } from "@/lib/server/db/store";
import { addUser, findUserByEmail } from "@/lib/server/db/users";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { mintSignInLink, publishSignInLink, signInLinkFile } from "./mint-link";
import { inspectLink, redeemLink } from "./redeem-link";
import { sessionSecret } from "./secret";
import { createSessionReader } from "./session-reader";
import { runSignIn } from "./sign-in-command";

const webUrl = "http://127.0.0.1:3000";
const log = createLog({ program: "test", level: "silent" });
let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let dataDir: string;
let clock: FakeClock;

beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log });
  dataDir = await mkdtemp(join(tmpdir(), "slipway-auth-"));
});

afterAll(async () => {
  await store.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  clock = new FakeClock();
  await store.database.delete(users);
});

const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";
const mint = async (email?: string) =>
  tokenOf(await mintSignInLink(store, { webUrl, clock, ...(email ? { email } : {}) }));

describe("a sign-in link", () => {
  it("is created for the first admin, who is created if there are no users", async () => {
    const link = await mintSignInLink(store, { webUrl, clock });
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in\?token=[A-Za-z0-9_-]{43}$/);
    await mintSignInLink(store, { webUrl, clock });
    const everyone = await store.database.select().from(users);
    expect(everyone.map(({ email, role }) => [email, role])).toEqual([["admin@localhost", "admin"]]);
  });

  it("is only stored as a hash", async () => {
    const token = await mint();
    const rows = await store.database.select().from(signInLinks);
    expect(rows[0]?.tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("isn't used up by opening it, and works once", async () => {
    const token = await mint();
    expect(await inspectLink(store, token, clock)).toBe("valid");
    expect(await inspectLink(store, token, clock)).toBe("valid");
    expect(await redeemLink(store, token, clock)).toMatchObject({ user: { email: "admin@localhost" } });
    expect(await redeemLink(store, token, clock)).toEqual({ reason: "used" });
    expect(await inspectLink(store, token, clock)).toBe("used");
  });

  it("signs in only one of many concurrent users of the link", async () => {
    const token = await mint();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => redeemLink(store, token, clock)));
    expect(outcomes.filter((outcome) => "user" in outcome)).toHaveLength(1);
  });

  it("expires after fifteen minutes", async () => {
    const token = await mint();
    clock.advance(15 * 60_000 - 1);
    expect(await inspectLink(store, token, clock)).toBe("valid");
    clock.advance(1);
    expect(await inspectLink(store, token, clock)).toBe("expired");
    expect(await redeemLink(store, token, clock)).toEqual({ reason: "expired" });
  });

  it("is rejected if unknown, or if the user is disabled or missing", async () => {
    expect(await redeemLink(store, "made-up", clock)).toEqual({ reason: "unknown" });
    const token = await mint();
    await store.database.update(users).set({ disabledAt: new Date() });
    expect(await redeemLink(store, token, clock)).toEqual({ reason: "disabled" });
    await expect(mint("admin@localhost")).rejects.toThrow("disabled");
    await expect(mint("unknown@x")).rejects.toThrow("not found");
  });

  it("can be created for a user by email, ignoring case", async () => {
    const id = "22222222-2222-4222-8222-222222222222";
    await addUser(store, { id, email: "Eve@X.org", displayName: "Eve", role: "viewer", createdAt: new Date() });
    expect(await redeemLink(store, await mint("eVe@x.ORG"), clock)).toMatchObject({ user: { id } });
  });

  it("is written to a file only its owner can read", async () => {
    await publishSignInLink(dataDir, "http://x/1");
    await publishSignInLink(dataDir, "http://x/2");
    const file = join(dataDir, signInLinkFile);
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ url: "http://x/2" });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("is created by the command, in any folder", async () => {
    const folder = process.cwd();
    process.chdir(tmpdir());
    const environment = { DATABASE_URL: postgres.url, WEB_URL: "https://slipway.example", LOG_LEVEL: "silent" };
    const link = await runSignIn(environment).finally(() => process.chdir(folder));
    expect(link).toMatch(/^https:\/\/slipway\.example\/sign-in\?token=/);
  });
});

describe("the session secret", () => {
  it("is created once, by the first process, readable only by its owner", async () => {
    const folder = join(dataDir, "fresh");
    const secret = await sessionSecret(folder);
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await sessionSecret(folder)).toBe(secret);
    const file = join(folder, "dashboard-secret");
    expect((await readFile(file, "utf8")).trim()).toBe(secret);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
});

describe("a session", () => {
  async function signedIn(sessionVersion = 1) {
    await mint();
    const admin = await findUserByEmail(store, "admin@localhost");
    if (!admin) throw new Error("no admin");
    const sessionId = randomUUID();
    const createdAt = new Date(clock.now());
    const expiresAt = new Date(clock.now() + 60_000);
    const session = { id: sessionId, userId: admin.id, method: "link", userAgent: "browser", createdAt, expiresAt };
    await beginSession(store, session);
    const claims = { sessionId, userId: admin.id, sessionVersion };
    const token = await encode({ token: claims, secret: await sessionSecret(dataDir) });
    return { admin, session, claims, token, reader: createSessionReader({ dataDir, store: async () => store, clock }) };
  }

  it("has the user's current role", async () => {
    const { admin, session, token, reader } = await signedIn();
    const user = { id: admin.id, email: "admin@localhost", name: "Admin", role: "admin", sessionId: session.id };
    expect(await reader.read(token, { fresh: false })).toEqual(user);
    await store.database.update(users).set({ role: "viewer" });
    expect(await reader.read(token, { fresh: false })).toEqual(user);
    expect(await reader.read(token, { fresh: true })).toMatchObject({ role: "viewer" });
  });

  it.each([{ disabledAt: new Date() }, { sessionVersion: 2 }])(
    "ends with %j: immediately for writes, within seconds for reads",
    async (change) => {
      const { admin, token, reader } = await signedIn();
      await reader.read(token, { fresh: false });
      await store.database.update(users).set(change).where(eq(users.id, admin.id));
      expect(await reader.read(token, { fresh: false })).toBeDefined();
      clock.advance(3_000);
      expect(await reader.read(token, { fresh: false })).toBeUndefined();
      expect(await reader.read(token, { fresh: true })).toBeUndefined();
    },
  );

  it("is listed until it is ended or expires", async () => {
    const { admin, session, token, reader } = await signedIn();
    const other = await signedIn();
    const open = async () => (await openSessions(store, admin.id, new Date(clock.now()))).map(({ id }) => id).sort();
    expect(await open()).toEqual([session.id, other.session.id].sort());
    expect(await endSession(store, session, new Date(clock.now()))).toBe(true);
    expect(await endSession(store, session, new Date(clock.now()))).toBe(false);
    expect(await reader.read(token, { fresh: true })).toBeUndefined();
    expect(await other.reader.read(other.token, { fresh: true })).toBeDefined();
    expect(await open()).toEqual([other.session.id]);
    clock.advance(60_000);
    expect(await other.reader.read(other.token, { fresh: true })).toBeUndefined();
    expect(await open()).toEqual([]);
  });

  it("can't be accessed by another user", async () => {
    const { claims, reader } = await signedIn();
    const id = randomUUID();
    await addUser(store, { id, email: "eve@x", displayName: "Eve", role: "admin", createdAt: new Date() });
    const token = await encode({ token: { ...claims, userId: id }, secret: await sessionSecret(dataDir) });
    expect(await reader.read(token, { fresh: true })).toBeUndefined();
  });

  it("is rejected for forged tokens and tokens of another secret", async () => {
    const { claims, reader } = await signedIn();
    const forged = await encode({ token: claims, secret: "another secret" });
    expect(await reader.read(forged, { fresh: true })).toBeUndefined();
    expect(await reader.read("garbage", { fresh: true })).toBeUndefined();
  });
});

describe("the audit log", () => {
  it("stores entries", async () => {
    await recordAudit(store, {
      at: new Date(clock.now()),
      userId: "11111111-1111-4111-8111-111111111111",
      userEmail: "o@x",
      operationId: "createRun",
      method: "POST",
      path: "/v1/agents/bc-1/runs",
      phase: "intent",
      requestId: "r-1",
      detail: { params: { id: "bc-1" } },
    });
    const rows = await store.database.select().from(audit);
    expect(rows).toMatchObject([{ phase: "intent", status: null, detail: { params: { id: "bc-1" } } }]);
  });
});
