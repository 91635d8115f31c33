import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { NumberedRuns } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import type { User } from "@/lib/server/auth/session-reader";
import { runs } from "@/service/core/store/tables/agents";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let service: TestService;
let own: DashboardCalls;
let ada: User;

beforeAll(async () => {
  service = await startTestService();
  // The operations call the service of the settings.
  process.env.SERVICE_URL = service.url;
  process.env.AGENTS_API_KEY = service.keys.user;
  own = await startDashboardCalls();
  ada = await own.someone("Ada", "operator");
});
afterAll(async () => {
  await own.stop();
  await service.close();
});

const runId = () => `run-${crypto.randomUUID()}`;

/** Adds ended runs to an agent, the newest last, and returns their ids. */
async function add(agentId: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, runId);
  for (let at = 0; at < count; at += 1_000) {
    const rows = ids.slice(at, at + 1_000).map((id, index) => ({
      id,
      agentId,
      status: "FINISHED" as const,
      mode: "agent" as const,
      promptText: "x",
      promptImages: [],
      createdAt: at + index,
      updatedAt: at + index,
      endedAt: at + index,
    }));
    await service.service.db.insert(runs).values(rows);
  }
  return ids;
}

/** An agent with ended runs, and their ids, oldest first. */
async function agentWith(count: number): Promise<{ id: string; ids: string[] }> {
  const { agent, run } = await service.call(createAgent, { body: { prompt: { text: "Hello" } } });
  await service.stream(agent.id, run.id);
  return { id: agent.id, ids: [run.id, ...(await add(agent.id, count - 1))] };
}

async function list(agentId: string, query = ""): Promise<NumberedRuns> {
  const response = await own.call(ada, "GET", `/agents/${agentId}/runs${query}`);
  expect(response.status).toBe(200);
  return NumberedRuns.parse(await response.json());
}

/** Once all runs are counted. */
const counted = (agentId: string) =>
  vi.waitFor(async () => expect((await list(agentId)).total).toBeDefined(), { timeout: 60_000, interval: 10 });

const numbers = ({ items }: NumberedRuns) => items.map(({ id, number }) => [number, id]);
const expected = (ids: readonly string[], first: number, last: number) =>
  ids.slice(first - 1, last).map((id, index) => [first + index, id]);

it("numbers the runs of an agent from its first one", async () => {
  const { id, ids } = await agentWith(250);
  await counted(id);
  const latest = await list(id);
  expect([latest.total, numbers(latest)]).toEqual([250, expected(ids, 231, 250)]);
  expect(numbers(await list(id, "?from=1&limit=50"))).toEqual(expected(ids, 1, 50));
  expect(numbers(await list(id, "?from=240&limit=100"))).toEqual(expected(ids, 240, 250));
  expect(numbers(await list(id, `?run=${ids[136]}`))).toEqual([[137, ids[136]]]);
});

it("keeps the numbers when runs are added", async () => {
  const { id, ids } = await agentWith(3);
  expect(numbers(await list(id))).toEqual(expected(ids, 1, 3));
  // More than the newest page, so pages are read until a run with a number.
  const all = [...ids, ...(await add(id, 130))];
  await counted(id);
  expect(numbers(await list(id, "?from=1&limit=100"))).toEqual(expected(all, 1, 100));
  expect(numbers(await list(id, "?from=101&limit=100"))).toEqual(expected(all, 101, 133));
});

it("reports the current status of a run", async () => {
  const prompt = { text: "```sh\nsleep 60\n```" };
  const { agent, run } = await service.call(createAgent, { body: { prompt } });
  expect((await list(agent.id)).items[0]?.status).toMatch(/CREATING|RUNNING/);
  await service.send("POST", `/v1/agents/${agent.id}/runs/${run.id}/cancel`);
  expect((await list(agent.id)).items).toMatchObject([{ number: 1, status: "CANCELLED" }]);
  expect((await list(agent.id, "?from=1")).items).toMatchObject([{ status: "CANCELLED" }]);
});

it("rejects unknown runs, agents and invalid parameters", async () => {
  const { id } = await agentWith(1);
  const rejected = async (path: string) => {
    const response = await own.call(ada, "GET", path);
    return [response.status, await response.json()];
  };
  expect(await rejected(`/agents/${id}/runs?run=${runId()}`)).toMatchObject([
    404,
    { error: { code: "run_not_found" } },
  ]);
  expect((await rejected(`/agents/bc-${crypto.randomUUID()}/runs`))[0]).toBe(404);
  for (const [query, field] of [
    ["from=0", "from"],
    ["limit=101", "limit"],
  ]) {
    expect(await rejected(`/agents/${id}/runs?${query}`)).toMatchObject([400, { error: { field } }]);
  }
});

it("numbers 10,000 runs", { tags: ["long"] }, async () => {
  const { id, ids } = await agentWith(10_000);
  await counted(id);
  expect(numbers(await list(id, "?from=1&limit=1"))).toEqual([[1, ids[0]]]);
  expect(numbers(await list(id, `?run=${ids[4_999]}`))).toEqual([[5_000, ids[4_999]]]);
  expect((await list(id)).total).toBe(10_000);
});
