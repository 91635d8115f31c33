import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { runPath } from "@/lib/contract/worker-protocol/limits";
import { agentPrograms } from "../../core/store/tables/agent-programs";
import { runs } from "../../core/store/tables/agents";
import { grants } from "../../core/store/tables/grants";
import { pools } from "../../core/store/tables/pools";
import { addNamespace, addUser } from "../../hosting/repositories/testing/repository-fixture";
import { startTestService, type TestService } from "../../testing/test-service";
import { connectFakeWorker, registration } from "./testing/worker-fixture";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

let names = 0;
/** Connects a fake worker in a new pool and assigns it a run. */
async function assigned(input: { body?: object; key?: string; models?: string[] } = {}) {
  names += 1;
  const pool = `pool-${names}`;
  const models = input.models ? { models: input.models } : {};
  const mine = registration({ pool, workerId: `worker-${names}`, ...models });
  const worker = await connectFakeWorker(test.url, test.keys.serviceAccount);
  worker.send(mine);
  await worker.next("welcome");
  const body = { prompt: { text: "hello" }, env: { type: "pool", name: pool }, ...input.body } as const;
  const { agent, run } = await test.call(createAgent, { body, ...(input.key ? { key: input.key } : {}) });
  return { mine, worker, agent, run, assign: await worker.next("assign") };
}

const ended = (runId: string) => ({
  type: "outcome",
  runId,
  frames: 0,
  outcome: { status: "FINISHED", result: "done", branches: [] },
});

const request = (path: string, token: string, init: RequestInit = {}) =>
  fetch(`${test.url}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });

describe("run files over HTTP", () => {
  it("include the run's specification, with the run's token only", async () => {
    const { mine, run, agent, assign, worker } = await assigned();
    const path = runPath.specification(mine.workerId, run.id);
    const response = await request(path, assign.token);
    expect(await response.json()).toMatchObject({ agentId: agent.id, runId: run.id, prompt: { text: "hello" } });
    for (const token of [
      "",
      test.keys.serviceAccount,
      test.keys.user,
      "wrt_AAAA",
      `${assign.token.slice(0, -4)}AAAA`,
    ]) {
      expect((await request(path, token)).status).toBe(401);
    }
    expect((await request(runPath.specification("other", run.id), assign.token)).status).toBe(403);
    expect((await request(runPath.specification(mine.workerId, `run-${randomUUID()}`), assign.token)).status).toBe(403);
    worker.send(ended(run.id));
    await worker.next("over");
    expect((await request(path, assign.token)).status).toBe(404);
  });

  it("end a run whose owner lost access to its repository before it started", async () => {
    const { db, clock, settings } = test.service;
    const namespace = await addNamespace(test.service, "acme", { teamId: 1 });
    await test.call(createRepo, { params: { ownerSlug: "acme" }, body: { name: "widgets" } });
    const { key } = await addUser(test.service, { email: "mia@example.test", teamId: 1 });
    const { mine, worker, agent, run, assign } = await assigned({
      body: { repos: [{ url: `${settings.gitUrl}/acme/widgets` }] },
      key,
    });
    const members = { principalKind: "teamGroup", principalId: "members", permission: "none" } as const;
    await db.insert(grants).values({ namespaceId: namespace.id, ...members, createdAt: clock.now() });
    const response = await request(runPath.specification(mine.workerId, run.id), assign.token);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ error: { code: "repository_access" } });
    await worker.next("over");
    const { status, error } = await test.call(getRun, { params: { id: agent.id, runId: run.id } });
    expect([status, error?.code]).toEqual(["ERROR", "repository_access"]);
  });

  it("include the variables of an agent for workers of team pools only", async () => {
    const { db, cipher, clock } = test.service;
    const times = { createdAt: clock.now(), updatedAt: clock.now() };
    const models = [{ id: "large", name: "Large" }];
    const offer = { models, options: [], planMode: false, images: false, continues: false };
    const secrets = cipher.seal({ MODEL_KEY: "for-the-program", MODEL_URL: "https://models.example.com/v1" });
    const stored = { name: "keyed", command: ["keyed"], enabled: true, status: "ready" as const, detail: "" };
    await db.insert(agentPrograms).values({ ...stored, secrets, offer, ...times });
    const body = { model: { id: "keyed/large" } };
    const { mine, run, assign } = await assigned({ body, models: ["keyed"] });
    expect(assign.model).toBe("keyed");
    const path = runPath.specification(mine.workerId, run.id);
    const specification = async () => (await (await request(path, assign.token)).json()).agent;
    expect(await specification()).toEqual({
      env: { MODEL_KEY: "for-the-program", MODEL_URL: "https://models.example.com/v1" },
      model: "large",
      options: {},
      endpoints: ["https://models.example.com/v1"],
    });
    await db
      .update(pools)
      .set({ scope: "user" })
      .where(eq(pools.name, mine.pool ?? ""));
    expect(await specification()).toMatchObject({ env: {}, model: "large" });
  });

  it("keep the artifacts of a run that ended ten minutes ago", async () => {
    const { mine, run, agent, assign } = await assigned();
    const replace = () =>
      request(runPath.artifacts(mine.workerId, run.id), assign.token, { method: "PUT", body: '{"files":[]}' });
    const { db, clock } = test.service;
    const endedAgo = (ms: number) =>
      db
        .update(runs)
        .set({ status: "CANCELLED", endedAt: clock.now() - ms })
        .where(eq(runs.id, run.id));
    await endedAgo(9 * 60_000);
    expect((await replace()).status).toBe(200);
    await endedAgo(10 * 60_000 + 1);
    expect((await replace()).status).toBe(404);
    const path = runPath.content(mine.workerId, run.id, "0".repeat(64));
    expect((await request(path, assign.token, { method: "PUT", body: "x" })).status).toBe(404);
    expect((await test.send("GET", `/v1/agents/${agent.id}/artifacts`)).status).toBe(200);
  });

  it("include artifacts whose content matches their digest", async () => {
    const { mine, run, agent, assign } = await assigned();
    const bytes = Buffer.from("shot");
    const digest = "d2c8b07e2fae6d8a0b5fbb3d7ec2ffda3a1ea4ba4a8f1a4f4f04c1b6a1b8d6e0";
    const list = (path: string, of: string) =>
      request(runPath.artifacts(mine.workerId, run.id), assign.token, {
        method: "PUT",
        body: JSON.stringify({ files: [{ path, sizeBytes: 4, digest: of, updatedAt: 5 }] }),
      });
    expect((await list("artifacts/../../x", digest)).status).toBe(400);
    expect((await list("elsewhere/x", digest)).status).toBe(400);
    expect(await (await list("artifacts/shot.png", digest)).json()).toEqual({ missing: [digest] });
    const wrong = await request(runPath.content(mine.workerId, run.id, digest), assign.token, {
      method: "PUT",
      body: bytes,
    });
    expect(wrong.status).toBe(400);
    const real = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
    const matching = await request(runPath.content(mine.workerId, run.id, real), assign.token, {
      method: "PUT",
      body: bytes,
    });
    expect(matching.status).toBe(200);
    expect(await (await list("artifacts/shot.png", real)).json()).toEqual({ missing: [] });
    const { body } = await test.send("GET", `/v1/agents/${agent.id}/artifacts`);
    expect(body).toEqual({
      items: [{ path: "artifacts/shot.png", sizeBytes: 4, updatedAt: new Date(5).toISOString() }],
    });
  });
});
