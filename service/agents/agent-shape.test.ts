import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { listRuns } from "@/lib/contract/agents/list-runs";
import type { BodyInputOf } from "@/lib/contract/operation";
import { table } from "@/lib/contract/tables/service-table.generated";
import { agents } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
let repoUrl = "";
beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  repoUrl = `${test.url}/demo/orders`;
});
afterAll(() => test.close());

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const block = ["```file notes/shape.md", "shape", "```"].join("\n");

async function finished(body: BodyInputOf<typeof createAgent>) {
  const { agent, run } = await test.call(createAgent, { body });
  await test.stream(agent.id, run.id);
  return { id: agent.id, runId: run.id, agent: await test.call(getAgent, { params: { id: agent.id } }) };
}

describe("a full agent", () => {
  it("A-AGENT-01, A-AGENT-03, A-AGENT-04, A-AGENT-11, A-AGENT-12, A-CONV-04, A-LIST-13: has the fields in the specification", async () => {
    const repos = [{ url: repoUrl, startingRef: "main" }];
    const { agent, id, runId } = await finished({
      prompt: { text: block },
      name: "Shape",
      env: { type: "cloud" },
      repos,
      autoCreatePR: true,
      workOnCurrentBranch: false,
    });
    expect(agent).toEqual({
      id: expect.stringMatching(new RegExp(`^bc-${uuid}$`)),
      name: "Shape",
      status: "IDLE",
      env: { type: "cloud" },
      repos,
      workOnCurrentBranch: false,
      autoCreatePR: true,
      url: `/agents/${id}`,
      createdAt: expect.stringMatching(isoUtc),
      updatedAt: expect.stringMatching(isoUtc),
      latestRunId: runId,
      // Not in the specification.
      repositoryIds: [expect.stringMatching(/^repo_/)],
      viewerAccess: "own",
      git: {
        branches: [
          {
            repoUrl: repoUrl.replace("http://", ""),
            branch: expect.stringMatching(/^svc\//),
            prUrl: expect.stringMatching(/\/demo\/orders\/pull\/\d+$/),
          },
        ],
      },
    });
  });

  it("A-AGENT-10: has workOnCurrentBranch as it was given, false by default", { tags: ["long"] }, async () => {
    const created = async (workOnCurrentBranch?: boolean) => {
      const body = { prompt: { text: "x" }, ...(workOnCurrentBranch === undefined ? {} : { workOnCurrentBranch }) };
      const { agent } = await test.call(createAgent, { body });
      expect((await test.call(getAgent, { params: { id: agent.id } })).workOnCurrentBranch).toBe(
        agent.workOnCurrentBranch,
      );
      return agent.workOnCurrentBranch;
    };
    expect([await created(true), await created(false), await created()]).toEqual([true, false, false]);
  });

  it("A-AGENT-02: derives its name from the prompt by default", async () => {
    const { agent } = await test.call(createAgent, {
      body: { prompt: { text: "\n# Tidy the `orders` page\nplease" } },
    });
    expect(agent.name).toBe("Tidy the orders page");
  });

  it("A-AGENT-08: includes startingRef only if it was given", { tags: ["long"] }, async () => {
    const { agent: plain } = await test.call(createAgent, {
      body: { prompt: { text: "x" }, repos: [{ url: repoUrl }] },
    });
    expect(plain.repos[0]).toEqual({ url: repoUrl });
    const { agent } = await test.call(createAgent, {
      body: { prompt: { text: "x" }, repos: [{ url: repoUrl, startingRef: "main" }] },
    });
    expect(agent.repos[0]).toEqual({ url: repoUrl, startingRef: "main" });
  });

  it("A-AGENT-05, A-AGENT-09: includes its environment's name and its pull request", { tags: ["long"] }, async () => {
    const { id } = await finished({ prompt: { text: "hello" } });
    const repos = [{ url: repoUrl, prUrl: `${repoUrl}/pull/7` }];
    await test.service.db.update(agents).set({ envType: "pool", envName: "gpu", repos }).where(eq(agents.id, id));
    const agent = await test.call(getAgent, { params: { id } });
    expect(agent).toMatchObject({ env: { type: "pool", name: "gpu" }, repos });
    expect(agent.repos[0]).not.toHaveProperty("startingRef");
  });

  it("A-AGENT-13, A-CONV-02: has ISO 8601 UTC times, and a run only changes updatedAt", {
    tags: ["long"],
  }, async () => {
    const { agent, id } = await finished({ prompt: { text: "hello" } });
    const { run } = await test.call(createRun, { params: { id }, body: { prompt: { text: "again" } } });
    await test.stream(id, run.id);
    const later = await test.call(getAgent, { params: { id } });
    for (const time of [agent.createdAt, agent.updatedAt, later.updatedAt]) expect(time).toMatch(isoUtc);
    expect(later.createdAt).toBe(agent.createdAt);
    expect(later.updatedAt > agent.updatedAt).toBe(true);
  });

  it("A-AGENT-14, A-AGENT-17, A-CREATE-04, A-CREATE-05, A-CONV-05: runs each prompt once and persists", async () => {
    const { id, runId } = await finished({ prompt: { text: "hello" } });
    const { run } = await test.call(createRun, { params: { id }, body: { prompt: { text: "again" } } });
    await test.stream(id, run.id);
    const { items } = await test.call(listRuns, { params: { id } });
    expect(items.map((item) => [item.id, item.status])).toEqual([
      [run.id, "FINISHED"],
      [runId, "FINISHED"],
    ]);
    for (const item of items) expect(item.id).toMatch(new RegExp(`^run-${uuid}$`));
    expect(await test.call(getAgent, { params: { id } })).toMatchObject({ latestRunId: run.id, status: "IDLE" });
  });

  it("A-AGENT-16: has no git field until a branch is pushed", { tags: ["long"] }, async () => {
    const { agent, id } = await finished({ prompt: { text: "```sh\nls\n```" }, repos: [{ url: repoUrl }] });
    expect(agent).not.toHaveProperty("git");
    const { run } = await test.call(createRun, { params: { id }, body: { prompt: { text: block } } });
    await test.stream(id, run.id);
    const { git } = await test.call(getAgent, { params: { id } });
    expect(git?.branches).toEqual([{ repoUrl: repoUrl.replace("http://", ""), branch: expect.any(String) }]);
  });

  it("A-LIST-14: has no run status or result", { tags: ["long"] }, async () => {
    const { agent } = await finished({ prompt: { text: "hello" } });
    for (const field of ["runStatus", "result", "durationMs", "run"]) expect(agent).not.toHaveProperty(field);
    expect(["ACTIVE", "IDLE", "ARCHIVED"]).toContain(agent.status);
  });

  it("A-CREATE-51, A-CREATE-48: requires neither env nor repositories", async () => {
    const { agent } = await finished({ prompt: { text: "```sh\npwd\n```" } });
    expect(agent).toMatchObject({ env: { type: "cloud" }, repos: [], status: "IDLE" });
    const other = await finished({ prompt: { text: "```sh\npwd\n```" }, env: { type: "cloud" } });
    expect(other.agent).toMatchObject({ env: { type: "cloud" }, status: "IDLE" });
  });

  it("A-SUB-07: can have a subagent without a model", { tags: ["long"] }, async () => {
    const customSubagents = [{ name: "reviewer", description: "d", prompt: "p" }];
    const { agent } = await finished({ prompt: { text: "hello" }, customSubagents });
    expect(agent.status).toBe("IDLE");
  });
});

describe("conventions", () => {
  it("A-CONV-01: all responses are JSON, including errors", { tags: ["long"] }, async () => {
    const { id, runId } = await finished({ prompt: { text: "hello" } });
    for (const [method, path] of [
      ["GET", "/v1/agents"],
      ["GET", `/v1/agents/${id}`],
      ["GET", `/v1/agents/${id}/runs/${runId}`],
      ["GET", "/v1/agents/none"],
      ["POST", `/v1/agents/${id}/runs/${runId}/cancel`],
      ["POST", `/v1/agents/${id}/archive`],
      ["POST", "/v1/agents"],
      ["GET", "/v1/unknown-path"],
    ] as const) {
      const response = await test.send(method, path);
      expect(response.headers.get("content-type"), `${method} ${path}`).toMatch(/^application\/json/);
      expect(response.body).toBeTypeOf("object");
    }
  });

  it("A-CONV-08: the retention header includes the service name", { tags: ["long"] }, async () => {
    const other = await startTestService({ SERVICE_NAME: "acme" });
    try {
      const { agent, run } = await other.call(createAgent, { body: { prompt: { text: "hello" } } });
      await other.stream(agent.id, run.id);
      const { headers } = await other.send("GET", `/v1/agents/${agent.id}/runs/${run.id}/stream`);
      expect(headers.get("x-acme-stream-retention-seconds")).toBe("86400");
      expect(headers.get("x-svc-stream-retention-seconds")).toBeNull();
    } finally {
      await other.close();
    }
  });

  it("A-CONV-10: the agent API is under /v1", () => {
    const paths = table.filter(({ family }) => family === "agents").map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect(path).toMatch(/^\/v1\//);
  });

  it("lists agents with the ids that get accepts", async () => {
    const { items } = await test.call(listAgents, { query: { limit: "1" } });
    const id = items[0]?.id ?? "";
    expect(await test.call(getAgent, { params: { id } })).toMatchObject(items[0] ?? {});
    expect((await test.call(getAgent, { params: { id: id.toUpperCase() } })).id).toBe(id);
  });
});
