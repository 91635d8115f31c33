import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { callPath } from "@/lib/contract/client-path";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import type { Role } from "@/lib/contract/operation";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { readSettings } from "@/lib/core/settings/settings";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { agentChanges, agentNames, agentRows, hiddenAgents, lastChange } from "@/lib/server/db/agent-rows";
import { batchMembers } from "@/lib/server/db/batch-schema";
import { findBatch, insertBatch, latestBatches } from "@/lib/server/db/batches";
import { saveDetail, saveEntries } from "@/lib/server/db/indexed-agents";
import { insertLaunch } from "@/lib/server/db/launches";
import { agentsNeedingAttention, failedRuns, runningAgents, tokensByDay } from "@/lib/server/db/overview";
import { searchIn } from "@/lib/server/db/search";
import { searchChangedAgents } from "@/lib/server/db/search-documents";
import { openStore, type Store } from "@/lib/server/db/store";
import { usageLines, usageRuns } from "@/lib/server/db/usage-lines";
import { accessChange } from "@/lib/server/db/user-access";
import { addUser } from "@/lib/server/db/users";
import type { Service } from "@/lib/server/upstream/client/service";
import { callWith } from "@/lib/server/upstream/client/service-call";
import { createCredentials } from "@/lib/server/upstream/credentials";
import { createAgentTokens } from "@/lib/server/upstream/user-tokens/agent-tokens";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { grants } from "@/service/core/store/tables/grants";
import { addNamespace } from "@/service/hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { createViewers, type ReadViewer } from "./agent-viewer";

const clock = new FakeClock({ running: true });
let test: TestService;
let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let service: Service;
let viewers: ReadViewer;
let namespaceId = "";
let open = "";
let secret = "";
const source = "test";
const at = "2026-05-01T12:00:00.000Z";

async function someone(name: string, role: Role = "operator") {
  const user = { id: crypto.randomUUID(), email: `${name}@users.test`, name, role };
  await addUser(store, { ...user, displayName: name, createdAt: new Date(0) });
  return user;
}

async function index(id: string, repositoryIds: string[] | undefined): Promise<void> {
  const entry = { id, name: id, env: { type: "cloud" }, url: "", latestRunId: `run-${id}` };
  const times = { createdAt: at, updatedAt: at };
  const agent = { ...entry, ...times, status: "IDLE" };
  await saveEntries(store, { source, entries: [agent], pass: 1, readAt: new Date(0) });
  if (repositoryIds === undefined) return;
  const run = { id: entry.latestRunId, agentId: id, status: "ERROR", ...times };
  const detail = { ...agent, repos: [], repositoryIds, workOnCurrentBranch: false, autoCreatePR: false };
  await saveDetail(store, { agent: detail, runs: [run], at: new Date(0) });
}

/** Sets what members of the team can do in the repository `secret`, and lets what was read about it expire. */
async function setMembers(permission: "none" | "read"): Promise<void> {
  const { db } = test.service;
  await db.delete(grants);
  const row = { namespaceId, repositoryId: null, principalKind: "teamGroup", principalId: "members" } as const;
  await db.insert(grants).values({ ...row, permission: "none", createdAt: 1 });
  await db.insert(grants).values({ ...row, repositoryId: open, permission: "read", createdAt: 1 });
  if (permission === "read") {
    await db.insert(grants).values({ ...row, repositoryId: secret, permission, createdAt: 1 });
  }
  clock.advance(2_001);
}

beforeAll(async () => {
  test = await startTestService({}, clock);
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log: createLog({ program: "test", level: "silent" }) });
  namespaceId = (await addNamespace(test.service, "acme", { teamId: 1 })).id;
  const create = async (name: string) =>
    (await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name } })).id;
  [open, secret] = [await create("open"), await create("secret")];
  const settings = readSettings({ DATA_DIR: test.dataDir });
  const shared = {
    address: { base: test.url, repohostPrefix: "/v1/repohost" },
    clock,
    ids: systemIds,
    credentials: createCredentials(settings),
  };
  service = { ...shared, credentials: createCredentials(settings, { agents: createAgentTokens(shared) }) };
  viewers = createViewers(service, async () => store);
  for (const [id, ids] of [
    ["none", []],
    ["open", [open]],
    ["secret", [open, secret]],
    ["unread", undefined],
  ] as const) {
    await index(id, ids && [...ids]);
  }
  await searchChangedAgents(store, { source, since: 0, limit: 100, mask: (text) => text });
});
afterAll(async () => {
  await store.close();
  await postgres.stop();
  await test.close();
});
beforeEach(() => setMembers("none"));

const scopeOf = async (user: Parameters<ReadViewer>[0]) => ({ source, viewer: await viewers(user) });

async function listed(user: Parameters<ReadViewer>[0]): Promise<string[]> {
  const rows = await agentRows(store, { ...(await scopeOf(user)), after: undefined, limit: 100 });
  return rows.map(({ id }) => id).sort();
}

describe("what a user sees of the index", () => {
  it("are agents whose repositories they can read now", async () => {
    const vi = await someone("vi", "viewer");
    expect(await listed(vi)).toEqual(["none", "open"]);
    await setMembers("read");
    expect(await listed(vi)).toEqual(["none", "open", "secret"]);
    await setMembers("none");
    expect(await listed(vi)).toEqual(["none", "open"]);
  });

  it("are all agents for an admin", async () => {
    expect(await listed(await someone("root", "admin"))).toEqual(["none", "open", "secret", "unread"]);
  });

  it("are own agents before their repositories are known, but not with one that the user can't read", async () => {
    const ada = await someone("ada");
    const launch = { fields: {}, launchedAt: new Date(0), launchedBy: ada.id };
    await insertLaunch(store, { ...launch, agentId: "unread" });
    await insertLaunch(store, { ...launch, agentId: "secret" });
    expect(await listed(ada)).toEqual(["none", "open", "unread"]);
    await index("secret", ["repo_deleted"]);
    expect(await listed(ada)).toEqual(["none", "open", "secret", "unread"]);
    expect(await listed(await someone("bo"))).toEqual(["none", "open"]);
    await index("secret", [open, secret]);
  });

  it("is the same in every list, count and search", async () => {
    const scope = await scopeOf(await someone("cy"));
    const limit = { limit: 100 };
    const changes = await agentChanges(store, { ...scope, since: 0, ...limit });
    expect(changes.rows.map(({ id }) => id).sort()).toEqual(["none", "open"]);
    expect((await agentNames(store, scope, ["open", "secret"])).map(({ id }) => id)).toEqual(["open"]);
    expect(await hiddenAgents(store, scope, ["open", "secret", "unread", "unknown"])).toEqual(["secret"]);
    const needs = await agentsNeedingAttention(store, { ...scope, since: "2026-01-01", ...limit });
    expect([needs.total, needs.items.map(({ agent }) => agent.id).sort()]).toEqual([2, ["none", "open"]]);
    expect(await failedRuns(store, { ...scope, since: "2026-01-01" })).toBe(2);
    expect((await tokensByDay(store, { ...scope, since: "2026-01-01" })).unknownRuns).toBe(2);
    expect((await runningAgents(store, { ...scope, ...limit })).total).toBe(0);
    const range = { ...scope, from: undefined, to: undefined };
    expect((await usageLines(store, range)).map(({ agentId }) => agentId).sort()).toEqual(["none", "open"]);
    expect((await usageRuns(store, range)).map(({ agentId }) => agentId).sort()).toEqual(["none", "open"]);
    const find = async (words: string) => {
      const found = await searchIn(store, {
        words,
        ...scope,
        kinds: [],
        agents: undefined,
        after: undefined,
        ...limit,
      });
      return found.matches.map(({ agentId }) => agentId);
    };
    expect([await find("open"), await find("secret")]).toEqual([["open"], []]);
  });

  it("includes batches of other users once all of their agents are launched and visible", async () => {
    const [owner, other] = [await someone("gia"), await someone("hal")];
    const root = await someone("boss", "admin");
    const batch = { source, name: "b", prompt: "", fields: null, sealed: null, createdAt: new Date(0) };
    const member = { model: null, repository: null, repositories: [], attempt: 0 };
    const add = async (agentIds: (string | null)[]) => {
      const id = crypto.randomUUID();
      const members = agentIds.map((_, position) => ({ ...member, position }));
      await insertBatch(store, { ...batch, id, userId: owner.id }, members);
      for (const [position, agentId] of agentIds.entries()) {
        const isMember = and(eq(batchMembers.batchId, id), eq(batchMembers.position, position));
        await store.database.update(batchMembers).set({ agentId }).where(isMember);
      }
      return id;
    };
    const seen = await add(["none", "open"]);
    const [hidden, waiting] = [await add(["open", "secret"]), await add(["open", null])];
    const listedTo = async (user: typeof other) =>
      (await latestBatches(store, await scopeOf(user), 10)).map((each) => each.batch.id).sort();
    expect(await listedTo(other)).toEqual([seen]);
    for (const user of [owner, root]) expect(await listedTo(user)).toEqual([seen, hidden, waiting].sort());
    expect(await findBatch(store, await scopeOf(other), hidden)).toBeUndefined();
    expect((await findBatch(store, await scopeOf(owner), hidden))?.batch.id).toBe(hidden);
  });

  it("gets a change number when it changes, and only then", async () => {
    const di = await someone("di");
    await scopeOf(di);
    const first = await accessChange(store, di.id);
    clock.advance(2_001);
    await scopeOf(di);
    expect(await accessChange(store, di.id)).toBe(first);
    const before = await lastChange(store, source);
    await setMembers("read");
    await scopeOf(di);
    expect(await accessChange(store, di.id)).toBeGreaterThan(Math.max(first, before));
  });
});

describe("a call of the agent API for a user", () => {
  it("is made as the user, who is added to the team, and one without a user as the service account", async () => {
    const ed = await someone("ed");
    const created = await test.send("POST", "/v1/agents", {
      key: (await service.credentials.authorization(getAgent, { user: ed })).replace("Bearer ", ""),
      body: { prompt: { text: "hello" } },
    });
    const { id } = Object(Object(created.body).agent);
    expect([created.status, id]).toEqual([201, expect.any(String)]);
    const owner = await test.send("GET", `/admin/v1/teams/_/agents/${id}/owner`, { key: test.keys.admin });
    expect(owner.body).toEqual({ name: "ed", email: "ed@users.test" });
    const list = async (user?: typeof ed) => {
      const acting = user && { user };
      return (await callWith(service, listAgents, { path: callPath(listAgents, {}), acting })).items.map(
        (each) => each.id,
      );
    };
    expect(await list(ed)).toContain(id);
    expect(await list(await someone("fy"))).not.toContain(id);
    expect(await list()).toContain(id);
  });

  it("is rejected for a user who was deactivated there", async () => {
    const gil = await someone("gil");
    const path = `/admin/v1/teams/_/users/${gil.email}`;
    await test.send("PUT", path, { key: test.keys.admin, body: { isActive: false } });
    await expect(service.credentials.authorization(getAgent, { user: gil })).rejects.toMatchObject({ status: 403 });
  });
});
