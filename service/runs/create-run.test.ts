import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { runs } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const endless = "```sh\nsleep 1000 & echo started; wait\n```";

async function launch(text: string): Promise<{ id: string; runId: string }> {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
  return { id: agent.id, runId: run.id };
}

async function finished(text = "hello"): Promise<{ id: string; runId: string }> {
  const agent = await launch(text);
  await test.stream(agent.id, agent.runId);
  return agent;
}

/** Waits until a run's shell command has started. */
async function waitUntilStarted(id: string, runId: string): Promise<void> {
  await test.stream(id, runId, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
}

describe("a follow-up", () => {
  it("A-RUN-01, A-RUN-02, A-AGENT-15, A-ASTATE-08: creates a run on an idle agent", { tags: ["long"] }, async () => {
    const { id } = await finished();
    const response = await test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: "again" } } });
    expect(response.status).toBe(201);
    const { run } = createRun.response.parse(response.body);
    expect(run).toMatchObject({ agentId: id, status: "CREATING" });
    expect((await test.call(getAgent, { params: { id } })).latestRunId).toBe(run.id);
    await test.stream(id, run.id);
    expect((await test.call(getAgent, { params: { id } })).status).toBe("IDLE");
  });

  it("returns agent_busy while a run is active", async () => {
    const { id, runId } = await launch(endless);
    const response = await test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: "again" } } });
    expect(response).toMatchObject({ status: 409, body: { error: { code: "agent_busy" } } });
    await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
  });

  it("A-ASTATE-14, A-ASTATE-16: returns agent_archived until the agent is unarchived", { tags: ["long"] }, async () => {
    const { id } = await finished();
    await test.send("POST", `/v1/agents/${id}/archive`);
    const rejected = await test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: "again" } } });
    expect(rejected).toMatchObject({ status: 409, body: { error: { code: "agent_archived" } } });
    expect((await test.send("POST", `/v1/agents/${id}/unarchive`)).body).toEqual({ id });
    const taken = await test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: "again" } } });
    expect(taken.status).toBe(201);
  });

  it.each([
    ["A-RUN-05: no prompt", {}, "prompt"],
    ["A-RUN-06: no prompt.text", { prompt: {} }, "prompt.text"],
    ["A-RUN-18: an unknown mode", { prompt: { text: "x" }, mode: "ask" }, "mode"],
  ])("rejects %s and creates no run", async (_name, body, field) => {
    const { id } = await finished();
    const response = await test.send("POST", `/v1/agents/${id}/runs`, { body });
    expect(response).toMatchObject({ status: 400, body: { error: { code: "validation_error", field } } });
    expect((await test.call(listRuns, { params: { id } })).items).toHaveLength(1);
  });

  it("A-RUN-53: returns 404 for an unknown agent", async () => {
    const before = await test.service.db.select({ id: runs.id }).from(runs);
    for (const id of ["bc-none", "bc-00000000-0000-4000-8000-000000000000"]) {
      const response = await test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: "x" } } });
      expect(response).toMatchObject({ status: 404, body: { error: { code: "agent_not_found" } } });
    }
    expect(await test.service.db.select({ id: runs.id }).from(runs)).toHaveLength(before.length);
  });

  it("succeeds for only one of several concurrent requests", { tags: ["long"] }, async () => {
    const { id } = await finished();
    const send = () => test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: endless } } });
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    await test.send("POST", `/v1/agents/${id}/archive`);
  });
});

describe("canceling", () => {
  it("A-RUN-28, A-RUN-29, A-RUN-30, A-RUN-31: ends the active run immediately, and the agent accepts a new one", async () => {
    const { id, runId } = await launch(endless);
    await waitUntilStarted(id, runId);
    expect(await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`)).toMatchObject({
      status: 200,
      body: { id: runId },
    });
    const run = await test.call(getRun, { params: { id, runId } });
    expect(run).toMatchObject({ status: "CANCELLED", durationMs: expect.any(Number), result: expect.any(String) });
    const frames = await test.stream(id, runId);
    expect(frames.slice(-2).map(({ event }) => event)).toEqual(["result", "done"]);
    expect(frames.at(-2)?.data).toMatchObject({ status: "CANCELLED" });
    const next = await test.call(createRun, { params: { id }, body: { prompt: { text: "hello" } } });
    expect((await test.stream(id, next.run.id)).at(-2)?.data).toMatchObject({ status: "FINISHED" });
  });

  it("A-RUN-37: fails for a run that has ended, and changes nothing", { tags: ["long"] }, async () => {
    const { id, runId } = await finished();
    const before = await test.call(getRun, { params: { id, runId } });
    const response = await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
    expect(response).toMatchObject({ status: 409, body: { error: { code: "run_not_cancellable" } } });
    expect(await test.call(getRun, { params: { id, runId } })).toEqual(before);
  });

  it("succeeds for only one of two concurrent requests", async () => {
    const { id, runId } = await launch(endless);
    const cancel = () => test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
    const statuses = (await Promise.all([cancel(), cancel()])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });
});

describe("listing runs", () => {
  it("A-RUN-19, A-RUN-20, A-RUN-21, A-RUN-25, A-RUN-26: paginates newest first, without result and duration", async () => {
    const { id, runId } = await finished();
    const second = await test.call(createRun, { params: { id }, body: { prompt: { text: "two" } } });
    await test.stream(id, second.run.id);
    const first = await test.call(listRuns, { params: { id }, query: { limit: "1" } });
    expect(first.items.map((run) => run.id)).toEqual([second.run.id]);
    expect(Object.keys(first.items[0] ?? {}).sort()).toEqual(["agentId", "createdAt", "id", "status", "updatedAt"]);
    const rest = await test.call(listRuns, { params: { id }, query: { limit: "1", cursor: first.nextCursor ?? "" } });
    expect(rest.items.map((run) => run.id)).toEqual([runId]);
    expect(rest).not.toHaveProperty("nextCursor");
  });
});

describe("deleting an agent", () => {
  it("A-LIST-16, A-LIST-18, A-LIST-19, A-ASTATE-19: deletes it and everything that belongs to it", {
    tags: ["long"],
  }, async () => {
    const { id, runId } = await launch(endless);
    await waitUntilStarted(id, runId);
    expect(await test.send("DELETE", `/v1/agents/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect((await test.send("GET", `/v1/agents/${id}`)).status).toBe(404);
    expect(await test.service.db.select().from(runs).where(eq(runs.agentId, id))).toEqual([]);
    expect((await test.send("POST", `/v1/agents/${id}/unarchive`)).status).toBe(404);
    expect((await test.send("POST", `/v1/agents/${id}/runs`, { body: { prompt: { text: "x" } } })).status).toBe(404);
    expect((await test.send("DELETE", `/v1/agents/${id}`)).status).toBe(404);
  });

  it.each(["IDLE", "ARCHIVED"])("A-ASTATE-19: deletes an agent that is %s", async (status) => {
    const { id } = await finished();
    if (status === "ARCHIVED") await test.send("POST", `/v1/agents/${id}/archive`);
    expect((await test.send("GET", `/v1/agents/${id}`)).body).toMatchObject({ status });
    expect((await test.send("DELETE", `/v1/agents/${id}`)).status).toBe(200);
    expect((await test.send("GET", `/v1/agents/${id}`)).status).toBe(404);
  });
});

describe("a service restart during a run", () => {
  it("ends the run with a reason, and a follow-up works", async () => {
    const { id, runId } = await launch(endless);
    await waitUntilStarted(id, runId);
    await test.restart();
    const run = await test.call(getRun, { params: { id, runId } });
    expect(run).toMatchObject({ status: "ERROR", error: { code: "service_stopped" } });
    const next = await test.call(createRun, { params: { id }, body: { prompt: { text: "hello" } } });
    expect((await test.stream(id, next.run.id)).at(-2)?.data).toMatchObject({ status: "FINISHED" });
  });

  it("after a kill ends active runs, and starts runs that never started", { tags: ["long"] }, async () => {
    const { id, runId } = await finished();
    const orphan = {
      agentId: id,
      status: "RUNNING" as const,
      mode: "agent" as const,
      promptText: "x",
      promptImages: [],
      createdAt: 1,
      updatedAt: 1,
    };
    await test.service.db.insert(runs).values({ ...orphan, id: "run-orphan", leasedBy: "gone", leasedUntil: 1 });
    const other = await finished();
    await test.service.db
      .insert(runs)
      .values({ ...orphan, id: "run-waiting", agentId: other.id, status: "CREATING" as const, promptText: "hello" });
    await test.restart();
    expect(await test.call(getRun, { params: { id, runId: "run-orphan" } })).toMatchObject({
      status: "ERROR",
      error: { code: "service_restarted" },
    });
    await vi.waitFor(
      async () =>
        expect((await test.call(getRun, { params: { id: other.id, runId: "run-waiting" } })).status).toBe("FINISHED"),
      { timeout: 15_000, interval: 50 },
    );
    expect((await test.call(getRun, { params: { id, runId } })).status).toBe("FINISHED");
  });
});
