import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createServiceAccountKey } from "@/lib/contract/admin/users/create-service-account-key";
import { createUserKey } from "@/lib/contract/admin/users/create-user-key";
import { listKeys } from "@/lib/contract/admin/users/list-keys";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listWorkers } from "@/lib/contract/pools/list-workers";
import { table } from "@/lib/contract/tables/service-table.generated";
import { closeCodes } from "@/lib/contract/worker-protocol/limits";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { workerCredentials } from "../core/store/tables/pools";
import { apiKeys, serviceAccounts } from "../core/store/tables/users";
import { startTestService, type TestService } from "../testing/test-service";
import { connectFakeWorker, outcome, registration } from "./connection/testing/worker-fixture";

const hour = 3_600_000;
const clock = new FakeClock({ running: true });
let test: TestService;
let serviceAccountId = "";
beforeAll(async () => {
  test = await startTestService({}, clock);
  const [account] = await test.service.db.select().from(serviceAccounts);
  serviceAccountId = account?.id ?? "";
});
afterAll(() => test.close());

const mint = (pool: string) =>
  test.call(createServiceAccountKey, {
    params: { serviceAccountId },
    body: { name: `Worker in ${pool}`, registration: { pool } },
    key: test.keys.admin,
  });

let names = 0;
const newId = () => `registered-${++names}`;

async function connect(key: string, over: Parameters<typeof registration>[0]) {
  const worker = await connectFakeWorker(test.url, key);
  worker.send(registration(over));
  return worker;
}

/** Registers a worker with a token and disconnects it. */
async function registered(key: string, over: Parameters<typeof registration>[0]): Promise<string> {
  const worker = await connect(key, over);
  const { credential = "" } = await worker.next("welcome");
  await worker.cut();
  return credential;
}

async function closeCode(key: string, over: Parameters<typeof registration>[0]) {
  return (await connect(key, over)).closed;
}

const deleteKey = (id: string) => test.send("DELETE", `/admin/v1/keys/${id}`, { key: test.keys.admin });

describe("a registration token", () => {
  it("registers a worker of its pool, which runs the pool's agents and is listed with the token's id", async () => {
    const { id, key, registersUntil } = await mint("one");
    expect(key).toMatch(/^swr_[0-9a-f]{64}$/);
    expect(Math.abs(Date.parse(registersUntil ?? "") - clock.now() - hour)).toBeLessThan(60_000);
    const workerId = newId();
    const worker = await connect(key, { pool: "one", workerId });
    expect((await worker.next("welcome")).credential).toMatch(/^swc_[0-9a-f]{64}$/);
    const { workers } = await test.call(listWorkers, { key: test.keys.serviceAccount });
    expect(workers.find((each) => each.workerId === workerId)).toMatchObject({
      poolName: "one",
      registrationKeyId: id,
      serviceAccountId,
      teamId: 1,
    });
    const { run } = await test.call(createAgent, {
      body: { prompt: { text: "hello" }, env: { type: "pool", name: "one" } },
    });
    expect((await worker.next("assign")).runId).toBe(run.id);
    worker.send(outcome(run.id, 0));
    await worker.next("over");
    await worker.cut();
  });

  it("of a user registers workers in the user's pool", async () => {
    const params = { teamId: "_", email: "admin@localhost" };
    const body = { name: "mine", registration: { pool: "own" } };
    const { key } = await test.call(createUserKey, { params, body, key: test.keys.admin });
    const workerId = newId();
    const worker = await connect(key, { pool: "own", workerId });
    await worker.next("welcome");
    const { workers } = await test.call(listWorkers, { key: test.keys.serviceAccount, query: { scope: "personal" } });
    expect(workers.map((each) => each.workerId)).toContain(workerId);
    await worker.cut();
  });

  it("and the credential that replaces it are only stored as hashes", async () => {
    const { key } = await mint("hashed");
    const credential = await registered(key, { pool: "hashed", workerId: newId() });
    const { db } = test.service;
    const rows = JSON.stringify([await db.select().from(apiKeys), await db.select().from(workerCredentials)]);
    expect(rows).not.toContain(key.slice(4));
    expect(rows).not.toContain(credential.slice(4));
  });

  it("and a registered worker's credential grant no other access", async () => {
    const { key } = await mint("narrow");
    const credential = await registered(key, { pool: "narrow", workerId: newId() });
    const allowed: string[] = [];
    for (const each of [key, credential]) {
      for (const { id, method, path } of table) {
        const body = method === "GET" ? {} : { body: {} };
        const { status } = await test.send(method, path.replace(/\{[^}]*\}/g, "1"), { key: each, ...body });
        if (status !== 403) allowed.push(`${id} ${status}`);
      }
      const git = await test.send("GET", "/acme/widgets.git/info/refs?service=git-upload-pack", { key: each });
      expect([401, 403, 404]).toContain(git.status);
    }
    expect(allowed).toEqual([]);
  });

  it("only registers workers of its pool", async () => {
    const { key } = await mint("bound");
    for (const pool of ["elsewhere", undefined]) {
      const { code, reason } = await closeCode(key, { pool, workerId: newId() });
      expect(code).toBe(closeCodes.forbidden);
      expect(reason).toContain("the registration token is for pool bound");
    }
  });

  it("can't take over workers that were registered otherwise", async () => {
    const [first, second] = [await mint("shared"), await mint("shared")];
    const [own, others, connected] = [newId(), newId(), newId()];
    const withKey = await connect(test.keys.serviceAccount, { pool: "shared", workerId: others });
    await withKey.next("welcome");
    await withKey.cut();
    const credential = await registered(first.key, { pool: "shared", workerId: own });
    const running = await connect(second.key, { pool: "shared", workerId: connected });
    await running.next("welcome");
    const incarnation = "0d2f6b1e-3d1b-4c77-9a10-5f0c2a8e9c44";
    expect((await closeCode(second.key, { pool: "shared", workerId: own })).code).toBe(closeCodes.replaced);
    expect((await closeCode(second.key, { pool: "shared", workerId: others })).code).toBe(closeCodes.replaced);
    expect((await closeCode(second.key, { pool: "shared", workerId: connected, incarnation })).code).toBe(
      closeCodes.replaced,
    );
    expect((await closeCode(credential, { pool: "shared", workerId: connected })).code).toBe(closeCodes.forbidden);
    await running.cut();
  });

  it("expires after an hour, and its workers continue, reconnect and restart", async () => {
    const { key, id } = await mint("hourly");
    const workerId = newId();
    // The connection ends after 30 seconds of silence.
    clock.advance(hour - 10_000);
    const running = await connect(key, { pool: "hourly", workerId });
    const { credential = "" } = await running.next("welcome");
    clock.advance(10_001);
    await expect(connectFakeWorker(test.url, key)).rejects.toThrow("401");
    const launched = () =>
      test.call(createAgent, { body: { prompt: { text: "hello" }, env: { type: "pool", name: "hourly" } } });
    const { run } = await launched();
    expect((await running.next("assign")).runId).toBe(run.id);
    running.send(outcome(run.id, 0));
    await running.next("over");
    await running.cut();
    const restarted = await connect(credential, {
      pool: "hourly",
      workerId,
      incarnation: "0d2f6b1e-3d1b-4c77-9a10-5f0c2a8e9c44",
    });
    expect(await restarted.next("welcome")).not.toHaveProperty("credential");
    const after = await launched();
    expect((await restarted.next("assign")).runId).toBe(after.run.id);
    restarted.send(outcome(after.run.id, 0));
    await restarted.next("over");
    await restarted.cut();
    await mint("another");
    const { keys } = await test.call(listKeys, { params: { teamId: "_" }, key: test.keys.admin });
    expect(keys.find((each) => each.id === id)).toMatchObject({ registration: { pool: "hourly" } });
  });

  it("that expired without being used is deleted when the next one is created", async () => {
    const unused = await mint("unused");
    clock.advance(hour + 1);
    await mint("unused");
    const [row] = await test.service.db.select().from(apiKeys).where(eq(apiKeys.id, unused.id));
    expect(row?.deletedAt).not.toBeNull();
  });

  it("can be deleted, which disconnects its workers and revokes their credentials", async () => {
    const { key, id } = await mint("revoked");
    const worker = await connect(key, { pool: "revoked", workerId: newId() });
    const { credential = "" } = await worker.next("welcome");
    let code = 0;
    void worker.closed.then((closed) => {
      code = closed.code;
    });
    expect((await deleteKey(id)).status).toBe(200);
    await vi.waitFor(() => {
      clock.advance(2_000);
      expect(code).toBe(closeCodes.unauthorized);
    });
    for (const each of [key, credential]) await expect(connectFakeWorker(test.url, each)).rejects.toThrow("401");
  });

  it.each([
    ["agentScoped", { agentScoped: true }, /registration/],
    ["an invalid pool", { registration: { pool: "" } }, /pool/],
  ])("isn't created with %s", async (_name, over, message) => {
    const body = { name: "x", registration: { pool: "gpu" }, ...over };
    const path = `/admin/v1/service-accounts/${serviceAccountId}/keys`;
    const response = await test.send("POST", path, { key: test.keys.admin, body });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toMatch(message);
  });
});
