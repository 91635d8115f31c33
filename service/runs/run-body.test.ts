import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { runs } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";
import { finishRun } from "./finish-run";

const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const endless = "```sh\nsleep 1000 & echo started; wait\n```";
const writes = "```file notes/run.md\nwritten\n```";

let test: TestService;
let repoUrl = "";
beforeAll(async () => {
  test = await startTestService({ DEMO: "1", AGENTS: '{"broken":["/bin/false"]}', ALLOW_UNISOLATED: "1" });
  repoUrl = `${test.url}/demo/orders`;
});
afterAll(() => test.close());

const read = (id: string, runId: string) => test.call(getRun, { params: { id, runId } });

async function startEndlessRun() {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text: endless } } });
  await test.stream(agent.id, run.id, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
  return { id: agent.id, runId: run.id };
}

/** Creates a run that has ended with the given status. */
async function ended(status: string) {
  if (status === "FINISHED" || status === "ERROR") {
    const model = { id: status === "ERROR" ? "broken" : "script" };
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "hello" }, model } });
    await test.stream(agent.id, run.id);
    return { id: agent.id, runId: run.id };
  }
  const { id, runId } = await startEndlessRun();
  if (status === "CANCELLED") await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
  else await finishRun(test.service, runId, { status: "EXPIRED" });
  return { id, runId };
}

describe("a run", () => {
  it("A-RUN-27, A-RUN-38, A-RUN-39, A-RUN-40, A-RUN-45, A-RUN-47: has five fields while it is active", {
    tags: ["long"],
  }, async () => {
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: endless } } });
    expect(run.status).toBe("CREATING");
    await test.stream(agent.id, run.id, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
    const running = await read(agent.id, run.id);
    expect(running.status).toBe("RUNNING");
    for (const body of [run, running]) {
      expect(Object.keys(body).sort()).toEqual(["agentId", "createdAt", "id", "status", "updatedAt"]);
      expect(body).toMatchObject({ id: run.id, agentId: agent.id });
      expect(body.createdAt).toMatch(isoUtc);
      expect(body.updatedAt).toMatch(isoUtc);
    }
    await test.send("POST", `/v1/agents/${agent.id}/archive`);
  });

  it.each([
    ["A-RUN-33, A-RUN-41", "FINISHED"],
    ["A-RUN-34, A-RUN-42", "ERROR"],
    ["A-RUN-35, A-RUN-43", "CANCELLED"],
    ["A-RUN-36, A-RUN-44", "EXPIRED"],
  ])("%s, A-RUN-32, A-RUN-46: stays %s, with its duration and reply", { tags: ["long"] }, async (_rules, status) => {
    const { id, runId } = await ended(status);
    const run = await read(id, runId);
    const reply = (await test.stream(id, runId))
      .filter(({ event }) => event === "assistant")
      .map(({ data }) => (typeof data === "object" && data !== null && "text" in data ? data.text : undefined))
      .join("");
    expect(run).toMatchObject({ status, result: reply, durationMs: expect.any(Number) });
    expect(Number.isInteger(run.durationMs)).toBe(true);
    expect(run.durationMs).toBe(Date.parse(run.updatedAt) - Date.parse(run.createdAt));
    expect("error" in run).toBe(status === "ERROR");

    for (const other of ["FINISHED", "ERROR", "CANCELLED", "EXPIRED"] as const) {
      expect(await finishRun(test.service, runId, { status: other })).toBe(false);
    }
    expect((await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`)).status).toBe(409);
    const next = await test.call(createRun, { params: { id }, body: { prompt: { text: "continue" } } });
    await test.stream(id, next.run.id);
    await test.send("POST", `/v1/agents/${id}/archive`);
    expect(await read(id, runId)).toEqual(run);
  });
});

describe("the branches of runs", () => {
  it("A-RUN-47, A-RUN-49, A-STREAM-35: are the agent's, and the same for every run, including earlier ones", async () => {
    const { agent, run } = await test.call(createAgent, {
      body: { prompt: { text: "```sh\nls\n```" }, repos: [{ url: repoUrl }] },
    });
    const { id } = agent;
    await test.stream(id, run.id);
    expect(await read(id, run.id)).not.toHaveProperty("git");
    const second = await test.call(createRun, { params: { id }, body: { prompt: { text: writes } } });
    const frames = await test.stream(id, second.run.id);
    const { git } = await read(id, second.run.id);
    expect(git?.branches).toHaveLength(1);
    expect(frames.at(-2)?.data).toMatchObject({ git });
    expect((await read(id, run.id)).git).toEqual(git);
    for (const item of (await test.call(listRuns, { params: { id } })).items) expect(item.git).toEqual(git);
  });

  it("A-RUN-50: include every pushed branch", { tags: ["long"] }, async () => {
    const { cloneUrl } = await test.call(createRepo, { params: { ownerSlug: "demo" }, body: { name: "second" } });
    const repos = [{ url: repoUrl }, { url: cloneUrl.replace(/\.git$/, "").replace(/^http:\/\/[^/]+/, test.url) }];
    const text = ["```sh", 'for folder in orders second; do echo x > "$folder/note.md"; done', "```"].join("\n");
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text }, repos } });
    await test.stream(agent.id, run.id);
    const { git } = await read(agent.id, run.id);
    expect(git?.branches.map((branch) => branch.repoUrl)).toEqual(repos.map(({ url }) => url.replace("http://", "")));
  });
});

describe("the list of runs", () => {
  it("A-RUN-22, A-RUN-23, A-RUN-24: returns 20 by default, and up to 100", async () => {
    const { id, runId } = await ended("FINISHED");
    const [row] = await test.service.db.select().from(runs).limit(1);
    if (!row) throw new Error("run not found");
    const { position: _position, ...template } = row;
    await test.service.db.insert(runs).values(
      Array.from({ length: 104 }, () => ({
        ...template,
        id: `run-${test.service.ids.uuid()}`,
        agentId: id,
        status: "FINISHED" as const,
      })),
    );
    expect((await test.call(listRuns, { params: { id } })).items).toHaveLength(20);
    const page = await test.call(listRuns, { params: { id }, query: { limit: "100" } });
    expect(page.items).toHaveLength(100);
    const rest = await test.call(listRuns, {
      params: { id },
      query: { limit: "100", cursor: page.nextCursor ?? "" },
    });
    expect(rest.items).toHaveLength(5);
    expect(rest.items.at(-1)?.id).toBe(runId);
    for (const limit of ["101", "5000"]) {
      const response = await test.send("GET", `/v1/agents/${id}/runs?limit=${limit}`);
      expect(response).toMatchObject({ status: 400, body: { error: { code: "validation_error", field: "limit" } } });
    }
  });
});
