import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { type AgentUsage, getUsage } from "@/lib/contract/agents/get-usage";
import { listRuns } from "@/lib/contract/agents/list-runs";
import { runs } from "../core/store/tables/agents";
import { startTestService, type TestService } from "../testing/test-service";

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

const fields = ["cacheReadTokens", "cacheWriteTokens", "inputTokens", "outputTokens", "totalTokens"] as const;

async function launch(text: string): Promise<{ id: string; runId: string }> {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
  return { id: agent.id, runId: run.id };
}

async function twoRuns(): Promise<{ id: string; first: string; second: string }> {
  const { id, runId: first } = await launch("```sh\necho one two three\n```");
  await test.stream(id, first);
  const { run } = await test.call(createRun, { params: { id }, body: { prompt: { text: "Hello there" } } });
  await test.stream(id, run.id);
  return { id, first, second: run.id };
}

function sum(usage: AgentUsage, field: (typeof fields)[number]): number {
  return usage.runs.reduce((total, run) => total + run.usage[field], 0);
}

describe("agent usage", () => {
  it("A-USE-01, A-USE-02, A-USE-05, A-USE-06, A-USE-08, A-USE-09, A-USE-10, A-USE-11: covers every run, newest first", {
    tags: ["long"],
  }, async () => {
    const { id, first, second } = await twoRuns();
    const usage = await test.call(getUsage, { params: { id } });
    expect(Object.keys(usage).sort()).toEqual(["runs", "totalUsage"]);
    expect(usage.runs.map((run) => run.id)).toEqual([second, first]);
    for (const each of [usage.totalUsage, ...usage.runs.map((run) => run.usage)]) {
      expect(Object.keys(each).sort()).toEqual([...fields]);
      const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, totalTokens } = each;
      expect(totalTokens).toBe(inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens);
      expect(inputTokens).toBeGreaterThan(0);
      expect(outputTokens).toBeGreaterThan(0);
    }
    for (const run of usage.runs) expect(run.usageUuid).toMatch(/^[0-9a-f-]{36}$/);
    for (const field of fields) expect(usage.totalUsage[field]).toBe(sum(usage, field));
  });

  it("A-USE-03, A-USE-12: can be limited to one run", { tags: ["long"] }, async () => {
    const { id, first } = await twoRuns();
    const all = await test.call(getUsage, { params: { id } });
    const one = await test.call(getUsage, { params: { id }, query: { runId: first } });
    expect(one.runs).toEqual(all.runs.filter((run) => run.id === first));
    expect(one.totalUsage).toEqual(one.runs[0]?.usage);
  });

  it("A-USE-07: is zero, without a usageUuid, for a run without recorded usage", async () => {
    const { id, runId } = await launch("```sh\nsleep 1000 & echo started; wait\n```");
    await test.stream(id, runId, { until: ({ data }) => JSON.stringify(data).includes("started\\n") });
    const zero = Object.fromEntries(fields.map((field) => [field, 0]));
    const expected = { totalUsage: zero, runs: [{ id: runId, usage: zero }] };
    expect(await test.call(getUsage, { params: { id } })).toEqual(expected);
    await test.send("POST", `/v1/agents/${id}/runs/${runId}/cancel`);
    expect(await test.call(getUsage, { params: { id } })).toEqual(expected);
    expect((await test.call(listRuns, { params: { id } })).items).toHaveLength(1);
  });

  it("includes the session's context or cost if the agent reported either", async () => {
    const { id, runId } = await launch("hello");
    await test.stream(id, runId);
    const context = { used: 1_200, size: 200_000 };
    const cost = { amount: 0.25, currency: "USD" };
    for (const sessionUsage of [{ context }, { cost }, { context, cost }]) {
      await test.service.db.update(runs).set({ sessionUsage }).where(eq(runs.id, runId));
      expect((await test.call(getUsage, { params: { id } })).runs[0]?.session).toEqual(sessionUsage);
    }
    await test.service.db.update(runs).set({ sessionUsage: {} }).where(eq(runs.id, runId));
    expect((await test.call(getUsage, { params: { id } })).runs[0]).not.toHaveProperty("session");
  });

  it("A-USE-04: returns 404 run_not_found for an unknown run or another agent's run", async () => {
    const [one, other] = [await launch("hello"), await launch("hello")];
    for (const runId of ["run-00000000-0000-4000-8000-000000000000", "x", other.runId]) {
      const response = await test.send("GET", `/v1/agents/${one.id}/usage?runId=${runId}`);
      expect(response).toMatchObject({ status: 404, body: { error: { code: "run_not_found" } } });
    }
  });

  it("rejects an unknown agent and an unknown query parameter", async () => {
    const { id } = await launch("hello");
    expect(await test.send("GET", "/v1/agents/bc-none/usage")).toMatchObject({
      status: 404,
      body: { error: { code: "agent_not_found" } },
    });
    expect((await test.send("GET", `/v1/agents/${id}/usage?run=1`)).status).toBe(400);
  });
});
