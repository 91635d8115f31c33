import { readdir } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { listNamespaces } from "@/lib/contract/hosting/namespaces/list-namespaces";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { agents, runs } from "../core/store/tables/agents";
import { poolFixture } from "../testing/pool-fixture";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
let repoUrl = "";
beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  const { namespaces } = await test.call(listNamespaces);
  expect(namespaces.length).toBeGreaterThan(0);
  repoUrl = `${test.service.settings.gitUrl}/demo/orders`;
});
afterAll(() => test.close());

const prompt = { text: "Say hello" };
const id = "bc-5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c44";

async function counts() {
  const [row] = await test.service.db
    .select({
      agents: sql<number>`(select count(*)::int from ${agents})`,
      runs: sql<number>`(select count(*)::int from ${runs})`,
    })
    .from(sql`(select 1) as one`);
  return row;
}

describe("create an agent", () => {
  it("A-CREATE-01, A-CREATE-02, A-CREATE-03, A-ASTATE-01, A-ASTATE-02: returns 201 with the agent and its first run", async () => {
    const response = await test.send("POST", "/v1/agents", { body: { prompt } });
    expect(response.status).toBe(201);
    const { agent, run } = createAgent.response.parse(response.body);
    expect(agent).toMatchObject({
      status: "ACTIVE",
      name: "Say hello",
      env: { type: "cloud" },
      repos: [],
      workOnCurrentBranch: false,
      autoCreatePR: false,
      url: `/agents/${agent.id}`,
      latestRunId: run.id,
    });
    expect(run).toMatchObject({ agentId: agent.id, status: "CREATING" });
    expect(agent.id).toMatch(/^bc-[0-9a-f-]{36}$/);
    expect(run.id).toMatch(/^run-[0-9a-f-]{36}$/);
    expect(run.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(run).not.toHaveProperty("durationMs");
    expect(run).not.toHaveProperty("result");
    expect(run).not.toHaveProperty("git");
  });

  it("A-CREATE-77, A-CREATE-79, A-CREATE-80: accepts a client-generated id once", { tags: ["long"] }, async () => {
    const first = await test.call(createAgent, { body: { prompt, agentId: id } });
    expect(first.agent.id).toBe(id);
    const before = await counts();
    const again = await test.send("POST", "/v1/agents", { body: { prompt, agentId: id } });
    expect(again).toMatchObject({ status: 409, body: { error: { code: "agent_id_conflict", field: "agentId" } } });
    expect(await counts()).toEqual(before);
  });

  it("A-CREATE-77, A-CREATE-79: returns an upper-case id as given, and finds it in any case", {
    tags: ["long"],
  }, async () => {
    const requestedId = `bc-${crypto.randomUUID().toUpperCase()}`;
    const { agent, run } = await test.call(createAgent, { body: { prompt, agentId: requestedId } });
    expect([agent.id, run.agentId, agent.url]).toEqual([requestedId, requestedId, `/agents/${requestedId}`]);
    for (const id of [requestedId, requestedId.toLowerCase()]) {
      expect((await test.call(getAgent, { params: { id } })).id).toBe(requestedId);
      const again = await test.send("POST", "/v1/agents", { body: { prompt, agentId: id } });
      expect(again).toMatchObject({ status: 409, body: { error: { code: "agent_id_conflict" } } });
    }
  });

  it("A-CREATE-35: keeps a name of 100 characters unchanged", async () => {
    const name = "n".repeat(100);
    expect((await test.call(createAgent, { body: { prompt, name } })).agent.name).toBe(name);
  });

  it("A-AGENT-06, A-AGENT-07: returns the repositories as given, including the scheme", async () => {
    const repos = [{ url: repoUrl, startingRef: "main" }];
    expect((await test.call(createAgent, { body: { prompt, repos } })).agent.repos).toEqual(repos);
  });

  it.each([
    ["no body", undefined, "missing_body", undefined],
    ["a body that is not JSON", "{", "validation_error", undefined],
    ["no prompt", {}, "validation_error", "prompt"],
    ["A-CREATE-30: an unknown model", { prompt, model: { id: "unknown" } }, "invalid_model", "model.id"],
    [
      "A-CREATE-34: a parameter the model doesn't have",
      { prompt, model: { id: "script", params: [{ id: "fast", value: "true" }] } },
      "invalid_model",
      "model.params.0",
    ],
    ["A-CREATE-43: an unknown pool", { prompt, env: { type: "pool", name: "gpu" } }, "validation_error", "env.name"],
    ["an unknown machine", { prompt, env: { type: "machine", name: "m" } }, "validation_error", "env.name"],
    ["an unknown environment", { prompt, env: { type: "cloud", name: "e" } }, "validation_error", "env.name"],
    ["A-VARS-06: a reserved variable", { prompt, envVars: { SVC_KEY: "x" } }, "validation_error", "envVars.SVC_KEY"],
    [
      "an unknown model of a subagent",
      { prompt, customSubagents: [{ name: "helper", description: "Helps", prompt: "Help", model: { id: "unknown" } }] },
      "invalid_model",
      "customSubagents.0.model.id",
    ],
    [
      "a repository that isn't hosted here",
      { prompt, repos: [{ url: "https://elsewhere.example/a/b" }] },
      "repository_access",
      "repos.0.url",
    ],
  ])("rejects %s with 400 and stores nothing", async (_name, body, code, field) => {
    const before = await counts();
    const response = await test.send("POST", "/v1/agents", { body });
    expect(response).toMatchObject({ status: 400, body: { error: { code, ...(field ? { field } : {}) } } });
    expect(await counts()).toEqual(before);
  });

  it("rejects a reference that doesn't exist, naming the field", async () => {
    const repos = [{ url: repoUrl, startingRef: "missing/branch" }];
    const response = await test.send("POST", "/v1/agents", { body: { prompt, repos } });
    expect(response).toMatchObject({
      status: 400,
      body: { error: { code: "invalid_branch_name", field: "repos.0.startingRef" } },
    });
  });

  it("A-CREATE-42, A-AGENT-05: returns the name of its pool, which is default if none is given", async () => {
    const pools = poolFixture(test);
    for (const poolName of ["default", "named"]) await pools.register({ poolName });
    for (const [name, expected] of [
      [undefined, "default"],
      ["named", "named"],
    ] as const) {
      const env = { type: "pool" as const, ...(name === undefined ? {} : { name }) };
      const { agent } = await test.call(createAgent, { body: { prompt, env } });
      expect(agent.env).toEqual({ type: "pool", name: expected });
      expect(await test.send("DELETE", `/v1/agents/${agent.id}`)).toMatchObject({ status: 200 });
    }
  });

  it("A-CREATE-31: resolves a model alias", async () => {
    expect((await test.send("POST", "/v1/agents", { body: { prompt, model: { id: "script-agent" } } })).status).toBe(
      201,
    );
  });

  it("A-VARS-11: never stores variables in plain text", async () => {
    const secret = "hush-hush-value-7f3a";
    const { agent } = await test.call(createAgent, { body: { prompt, envVars: { MY_VAR: secret } } });
    const { rows } = await test.service.db.execute<{ row: string }>(
      sql`select row_to_json(a)::text as row from agents a where id = ${agent.id}`,
    );
    expect(rows[0]?.row).not.toContain(secret);
    expect(rows[0]?.row).not.toContain(Buffer.from(secret).toString("hex"));
  });

  it("A-CREATE-81: creates nothing from envVars and agentId together", async () => {
    const agentId = "bc-5f0c2a8e-3d1b-4c77-9a10-0d2f6b1e9c81";
    const rejected = await test.send("POST", "/v1/agents", { body: { prompt, agentId, envVars: { A: "b" } } });
    expect(rejected).toMatchObject({ status: 400, body: { error: { code: "validation_error" } } });
    expect((await test.send("GET", `/v1/agents/${agentId}`)).status).toBe(404);
  });

  it("A-CONV-06, A-CONV-07: the prefixes of branches and reserved variables are the service's name", async () => {
    const other = await startTestService({ SERVICE_NAME: "acme" });
    try {
      const rejected = await other.send("POST", "/v1/agents", { body: { prompt, envVars: { ACME_KEY: "x" } } });
      expect(rejected.status).toBe(400);
      const taken = await other.send("POST", "/v1/agents", { body: { prompt, envVars: { SVC_KEY: "x" } } });
      expect(taken.status).toBe(201);
      const branches = async ({ service: { db } }: TestService) =>
        (await db.select({ name: agents.branchName }).from(agents)).map(({ name }) => name.split("/")[0]);
      expect(new Set(await branches(other))).toEqual(new Set(["acme"]));
      expect(new Set(await branches(test))).toEqual(new Set(["svc"]));
    } finally {
      await other.close();
    }
  });
});

describe("list agents", () => {
  it("A-LIST-01, A-LIST-03, A-LIST-07: paginates newest first without repeating or skipping agents", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await test.call(listAgents, { query: { limit: "2", ...(cursor ? { cursor } : {}) } });
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    } while (cursor);
    const all = await test.call(listAgents, { query: { limit: "100" } });
    expect(all).not.toHaveProperty("nextCursor");
    expect(seen).toEqual(all.items.map((item) => item.id));
    const times = all.items.map((item) => item.createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("A-LIST-11, A-LIST-12: items have exactly eight fields", async () => {
    const { items } = await test.call(listAgents);
    const names = ["id", "name", "status", "env", "url", "createdAt", "updatedAt", "latestRunId"];
    for (const item of items) expect(Object.keys(item).sort()).toEqual([...names].sort());
  });

  it.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["cursor=nonsense", "cursor"],
    ["includeArchived=maybe", "includeArchived"],
    ["color=blue", "color"],
  ])("rejects ?%s and names the field", async (query, field) => {
    expect(await test.send("GET", `/v1/agents?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: "validation_error", field } },
    });
  });

  it("A-LIST-10: excludes archived agents on request", async () => {
    const { agent } = await test.call(createAgent, { body: { prompt } });
    expect((await test.send("POST", `/v1/agents/${agent.id}/archive`)).body).toEqual({ id: agent.id });
    const listed = await test.call(listAgents, { query: { includeArchived: "false", limit: "100" } });
    expect(listed.items.map((item) => item.id)).not.toContain(agent.id);
    expect(listed.items.some((item) => item.status === "ARCHIVED")).toBe(false);
  });
});

describe("the data folder", () => {
  it("keeps key files readable by their owner only", async () => {
    const { stat } = await import("node:fs/promises");
    for (const name of (await readdir(test.dataDir)).filter((file) => /key/.test(file))) {
      expect((await stat(`${test.dataDir}/${name}`)).mode & 0o077, name).toBe(0);
    }
  });
});

describe("create a repository", () => {
  it("creates one that an agent can work on", async () => {
    const repo = await test.call(createRepo, { params: { ownerSlug: "demo" }, body: { name: "fresh" } });
    const url = repo.cloneUrl.replace(/\.git$/, "");
    const { agent } = await test.call(createAgent, { body: { prompt, repos: [{ url }] } });
    expect(agent.repos).toEqual([{ url }]);
  });
});
