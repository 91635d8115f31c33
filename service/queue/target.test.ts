import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { agents } from "../core/store/tables/agents";
import { pendingRequests } from "../core/store/tables/queue";
import { addNamespace, addUser } from "../hosting/repositories/testing/repository-fixture";
import { type PoolFixture, poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
let fixture: PoolFixture;
let widgets = "";

beforeAll(async () => {
  test = await startTestService();
  fixture = poolFixture(test);
  await addNamespace(test.service, "acme", { teamId: 1 });
  await test.send("POST", "/v1/repohost/repos/acme", { body: { name: "widgets" } });
  await test.send("POST", "/v1/repohost/repos/acme", { body: { name: "gears" } });
  widgets = `${test.service.settings.gitUrl}/acme/widgets`;
  await fixture.register({ poolName: "gpu" });
});
afterAll(() => test.close());

const create = (input: object, key = test.keys.user) =>
  test.send("POST", "/v1/agents", { body: { prompt: { text: "Say hello" }, ...input }, key });
const targetOf = async (id: string) =>
  (await test.service.db.select().from(pendingRequests).where(eq(pendingRequests.agentId, id)))[0];

describe("an agent for a pool", () => {
  it("A-CREATE-47, A-CREATE-49, A-CREATE-52, P-POOL-20: runs on a worker of that pool, which may connect later", async () => {
    const { id, runId } = await fixture.launch({ repos: [{ url: widgets }] });
    const run = async () => (await test.call(getRun, { params: { id, runId } })).status;
    expect(await test.call(getAgent, { params: { id } })).toMatchObject({
      status: "ACTIVE",
      env: { type: "pool", name: "gpu" },
    });
    expect(await run()).toBe("CREATING");
    const other = await fixture.worker({ pool: "other" });
    expect(await other.take()).toBeUndefined();
    const worker = await fixture.worker();
    const taken = await worker.take();
    expect(taken).toEqual({ agentId: id, runId, model: "script" });
    if (!taken) return;
    await worker.begin(taken);
    expect(await run()).toBe("RUNNING");
    await worker.finish(taken);
    expect(await run()).toBe("FINISHED");
    expect(await test.call(getAgent, { params: { id } })).toMatchObject({ status: "IDLE" });
    const { id: bare } = await fixture.launch();
    expect(await worker.take()).toMatchObject({ agentId: bare });
    await worker.disconnect();
  });

  it("A-CREATE-42: uses the pool named default if no name is given", async () => {
    expect(await create({ env: { type: "pool" } })).toMatchObject({
      status: 400,
      body: { error: { field: "env.name" } },
    });
    await fixture.register({ poolName: "default" });
    const response = await create({ env: { type: "pool" } });
    expect(response).toMatchObject({ status: 201, body: { agent: { env: { type: "pool", name: "default" } } } });
    expect(await targetOf((response.body as { agent: { id: string } }).agent.id)).toMatchObject({
      poolName: "default",
    });
  });

  it("prefers the pool of its repository over an any-repo pool", async () => {
    await fixture.register({ poolName: "gpu", repoOwner: "acme", repoName: "widgets" });
    const bound = await fixture.launch({ repos: [{ url: widgets }] });
    expect(await targetOf(bound.id)).toMatchObject({ poolName: "gpu", anyRepo: false });
    const free = await fixture.launch({ repos: [{ url: widgets.replace("widgets", "gears") }] });
    expect(await targetOf(free.id)).toMatchObject({ poolName: "gpu", anyRepo: true });
    await fixture.send("DELETE", "/pools?scope=team&pool_name=gpu&repo_owner=acme&repo_name=widgets");
  });

  it("P-POOL-29: matches pools by repository owner and name, not repoUrl", async () => {
    const repoUrl = "https://git.example.com/somewhere/else";
    await fixture.register({ poolName: "shown", repoOwner: "acme", repoName: "widgets", repoUrl });
    const { id } = await fixture.launch({ env: { type: "pool", name: "shown" }, repos: [{ url: widgets }] });
    expect(await targetOf(id)).toMatchObject({ poolName: "shown", anyRepo: false });
    expect(await fixture.pending(id, { repository: widgets })).toMatchObject({ repoUrl: widgets });
    expect(await fixture.pending(id, { repository: repoUrl })).toBeUndefined();
  });

  it("prefers its user's pool over the team's, and never uses another user's", async () => {
    const worker = await fixture.worker({ pool: "shared" }, test.keys.user);
    await fixture.register({ poolName: "shared" });
    const own = await fixture.launch({ env: { type: "pool", name: "shared" } });
    expect(await targetOf(own.id)).toMatchObject({ poolId: worker.poolId });
    const { key } = await addUser(test.service, { email: "colleague@example.test", teamId: 1 });
    const others = await fixture.launch({ env: { type: "pool", name: "shared" } }, key);
    expect((await targetOf(others.id))?.poolId).not.toBe(worker.poolId);
    await fixture.worker({ pool: "private" }, test.keys.user);
    expect((await create({ env: { type: "pool", name: "private" } }, key)).status).toBe(400);
    await worker.disconnect();
  });

  it("A-CREATE-43: is rejected for an unknown pool or one that serves other repositories", async () => {
    await fixture.register({ poolName: "bound", repoOwner: "acme", repoName: "widgets" });
    const before = await test.service.db.$count(agents);
    const gears = { url: widgets.replace("widgets", "gears") };
    const rejected: [object, string, string][] = [
      [{ env: { type: "pool", name: "nowhere" } }, "validation_error", "env.name"],
      [{ env: { type: "pool", name: "GPU" } }, "validation_error", "env.name"],
      [{ env: { type: "pool", name: "bound" } }, "repository_required", "repos"],
      [{ env: { type: "pool", name: "bound" }, repos: [gears] }, "validation_error", "repos"],
      [{ env: { type: "pool", name: "bound" }, repos: [{ url: widgets }, gears] }, "validation_error", "repos"],
      [{ env: { type: "pool", name: "default" }, repos: [{ url: widgets }, gears] }, "validation_error", "repos"],
    ];
    for (const [input, code, field] of rejected) {
      expect(await create(input)).toMatchObject({ status: 400, body: { error: { code, field } } });
    }
    expect(await test.service.db.$count(agents)).toBe(before);
  });

  it("only runs on workers that support its model", async () => {
    const { id } = await fixture.launch({ env: { type: "pool", name: "gpu" } });
    const unable = await fixture.worker({ models: ["quill-2"] });
    expect(await unable.take()).toBeUndefined();
    const able = await fixture.worker({ models: ["quill-2", "script"] });
    const ids: string[] = [];
    for (let run = await able.take(); run; run = await able.take()) {
      ids.push(run.agentId);
      await able.finish(run);
    }
    expect(ids).toContain(id);
  });
});

describe("an agent for a machine", () => {
  const machine = (name?: string) => ({ env: { type: "machine", ...(name ? { name } : {}) } });

  it("A-CREATE-45, A-CREATE-50: only runs on its owner's machine with that name", async () => {
    const laptop = await fixture.worker({ pool: undefined, name: "laptop" }, test.keys.user);
    const desktop = await fixture.worker({ pool: undefined, name: "desktop" }, test.keys.user);
    const first = await fixture.launch(machine("laptop"));
    const second = await fixture.launch(machine("laptop"));
    expect(await desktop.take()).toBeUndefined();
    const { key } = await addUser(test.service, { email: "neighbor@example.test", teamId: 1 });
    const foreign = await fixture.worker({ pool: undefined, name: "laptop" }, key);
    expect(await foreign.take()).toBeUndefined();
    // A personal machine works on several agents at once.
    expect(await laptop.take()).toMatchObject({ agentId: first.id });
    expect(await laptop.take()).toMatchObject({ agentId: second.id });
    expect(await laptop.take()).toBeUndefined();
  });

  it("A-CREATE-41: uses the most recently seen machine if no name is given", async () => {
    const response = await create(machine());
    expect(response).toMatchObject({ status: 201, body: { agent: { env: { type: "machine", name: "desktop" } } } });
  });

  it("waits for an offline machine, which also gets its follow-ups", async () => {
    const off = await fixture.worker({ pool: undefined, name: "off", workerId: "off-1" }, test.keys.user);
    await off.disconnect();
    const { id } = await fixture.launch(machine("off"));
    const on = await fixture.worker({ pool: undefined, name: "off", workerId: "off-1" }, test.keys.user);
    const run = await on.take();
    expect(run).toMatchObject({ agentId: id });
    if (run) await on.finish(run);
    await fixture.followUp(id);
    expect(await on.take()).toMatchObject({ agentId: id });
  });

  it("is rejected for an unknown machine, another user's, several repositories, or a service account", async () => {
    const { key } = await addUser(test.service, { email: "third@example.test", teamId: 1 });
    const unknown = { status: 400, body: { error: { code: "validation_error", field: "env.name" } } };
    expect(await create(machine("nowhere"))).toMatchObject(unknown);
    expect(await create(machine("laptop"), key)).toMatchObject(unknown);
    expect(await create(machine("laptop"), test.keys.serviceAccount)).toMatchObject(unknown);
    const repos = [{ url: widgets }, { url: widgets.replace("widgets", "gears") }];
    expect(await create({ ...machine("laptop"), repos })).toMatchObject({
      status: 400,
      body: { error: { field: "repos" } },
    });
  });
});
