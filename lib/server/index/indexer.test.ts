import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { archiveAgent } from "@/lib/contract/agents/archive-agent";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { deleteAgent } from "@/lib/contract/agents/delete-agent";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { readAgentProfile } from "@/lib/server/db/agent-profiles";
import { agentChanges, agentRows, indexProgress, lastChange } from "@/lib/server/db/agent-rows";
import { recordings } from "@/lib/server/db/index-schema";
import { removeAgent, saveEntries } from "@/lib/server/db/indexed-agents";
import { addUser } from "@/lib/server/db/users";
import { startTestService, type TestService } from "@/service/testing/test-service";
import { IndexBench } from "./testing/index-bench";

let test: TestService;
let bench: IndexBench;
beforeAll(async () => {
  test = await startTestService({ AGENTS: '{"broken":["/bin/false"]}', ALLOW_UNISOLATED: "1" });
});
afterAll(() => test.close());
beforeEach(async () => {
  bench = await IndexBench.start(test.url, test.keys.user, test.keys.admin);
});
afterEach(() => bench.close());

async function finished(text: string): Promise<string> {
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
  await test.stream(agent.id, run.id);
  return agent.id;
}

describe("the index of agents", () => {
  it("contains every agent with its run and tokens, and follows changes", { tags: ["long"] }, async () => {
    const first = await finished("one");
    const second = await finished("two");
    const indexer = bench.run();
    await bench.until((rows) => {
      expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([second, first]);
      for (const row of rows.slice(0, 2)) {
        expect(row).toMatchObject({ status: "IDLE", run: { status: "FINISHED" }, repos: [], branches: [] });
        expect(row.tokens).toBeGreaterThan(0);
      }
    });
    const before = await lastChange(bench.store, "test");
    await test.call(archiveAgent, { params: { id: first } });
    indexer.receive({ agents: [first] });
    await bench.until((rows) => expect(rows.find(({ id }) => id === first)?.status).toBe("ARCHIVED"));
    const changes = await agentChanges(bench.store, { source: "test", since: before, limit: 10 });
    expect(changes.rows.map(({ id }) => id)).toEqual([first]);
    expect(changes.change).toBeGreaterThan(before);
    const progress = await indexProgress(bench.store, "test");
    expect(progress.complete).toBe(true);
    expect(progress.lastError).toBeUndefined();
  });

  it("names who launched an agent over the API, and recognizes a user of the dashboard by email", async () => {
    const id = await finished("launched over the API");
    bench.run();
    const ownerIn = (rows: readonly AgentRow[]) => rows.find((row) => row.id === id)?.owner;
    await bench.until((rows) => expect(ownerIn(rows)).toMatchObject({ id: "admin@localhost", me: false }));
    const me = crypto.randomUUID();
    const user = { id: me, email: "Admin@localhost", displayName: "Ada", role: "admin" as const };
    await addUser(bench.store, { ...user, createdAt: new Date() });
    const rows = await agentRows(bench.store, {
      source: "test",
      after: undefined,
      limit: 100,
      viewer: { id: me, seesAll: true },
    });
    expect(ownerIn(rows)).toEqual({ id: me, name: "Ada", me: true });
    expect((await readAgentProfile(bench.store, id)).owner).toEqual({ id: me, name: "Ada" });
  });

  it("updates a run that ends without a notification", { tags: ["long"] }, async () => {
    const indexer = bench.run();
    await bench.until(() => undefined);
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text: "```sh\nsleep 1\n```" } } });
    indexer.receive({ list: true, viewing: true, wanted: [agent.id] });
    await bench.until((rows) => expect(rows[0]).toMatchObject({ id: agent.id, run: { status: "RUNNING" } }));
    await test.stream(agent.id, run.id);
    await bench.until((rows) =>
      expect(rows[0]).toMatchObject({ run: { status: "FINISHED", durationMs: expect.any(Number) } }),
    );
  });

  it("contains why a run failed, even after the agent changes", { tags: ["long"] }, async () => {
    const prompt = { text: "fail" };
    const { agent, run } = await test.call(createAgent, { body: { prompt, model: { id: "broken" } } });
    await test.stream(agent.id, run.id);
    const failure = { id: agent.id, run: expect.objectContaining({ status: "ERROR", errorCode: "agent_crashed" }) };
    const indexer = bench.run();
    await bench.until((rows) => expect(rows).toContainEqual(expect.objectContaining(failure)));
    await test.call(archiveAgent, { params: { id: agent.id } });
    indexer.receive({ agents: [agent.id] });
    await bench.until((rows) =>
      expect(rows).toContainEqual(expect.objectContaining({ ...failure, status: "ARCHIVED" })),
    );
  });

  it("removes every copy of an agent the service no longer has", { tags: ["long"] }, async () => {
    const id = await finished("to be deleted");
    const indexer = bench.run();
    await bench.until((rows) => expect(rows.find((row) => row.id === id)?.run?.status).toBe("FINISHED"));
    await bench.store.database
      .insert(recordings)
      .values({ agentId: id, runId: "run-1", state: "complete", updatedAt: new Date() });
    const since = await lastChange(bench.store, "test");
    await test.call(deleteAgent, { params: { id } });
    indexer.receive({ agents: [id] });
    await bench.until((rows) => expect(rows.some((row) => row.id === id)).toBe(false));
    expect(await bench.store.database.select().from(recordings)).toEqual([]);
    const { removed } = await agentChanges(bench.store, { source: "test", since, limit: 10 });
    expect(removed).toEqual([id]);
  });

  it("reports an outage and continues when the service is back", { tags: ["long"] }, async () => {
    const id = await finished("before the pause");
    bench.run();
    await bench.until((rows) => expect(rows.some((row) => row.id === id)).toBe(true));
    await bench.stop();
    const originalAddress = { ...bench.service.address };
    bench.service.address.base = "http://127.0.0.1:1";
    const indexer = bench.run();
    await bench.until(() => undefined);
    await bench.until((rows) => expect(rows.some((row) => row.id === id)).toBe(true));
    await expect
      .poll(async () => (await indexProgress(bench.store, "test")).lastError, { timeout: 40_000 })
      .toMatch(/Couldn't reach the service/);
    bench.service.address.base = originalAddress.base;
    indexer.receive({ viewing: true });
    await expect
      .poll(async () => (await indexProgress(bench.store, "test")).lastError, { timeout: 40_000 })
      .toBeUndefined();
  });
});

it("pauses when rate limited and serves stored data", async () => {
  const strict = await startTestService({ RATE_LIMIT_PER_MINUTE: "12" });
  const slow = await IndexBench.start(strict.url, strict.keys.user);
  try {
    const { agent } = await strict.call(createAgent, { body: { prompt: { text: "one" } } });
    const indexer = slow.run();
    await slow.until((rows) => expect(rows.map(({ id }) => id)).toEqual([agent.id]));
    await expect
      .poll(
        async () => {
          indexer.receive({ list: true, viewing: true, agents: [agent.id] });
          return (await indexProgress(slow.store, "test")).lastError;
        },
        { timeout: 40_000 },
      )
      .toMatch(/Rate limit of 12 requests per minute exceeded/);
    expect(await slow.rows()).toHaveLength(1);
  } finally {
    await slow.close();
    await strict.close();
  }
});

describe("the stored index", () => {
  const entry = (id: string, name = id) => ({
    id,
    name,
    status: "IDLE",
    env: { type: "cloud" },
    url: "",
    latestRunId: "run-1",
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
  });

  it("doesn't restore a deleted agent from a response in flight", async () => {
    const { store } = bench;
    const early = new Date(1_000);
    await saveEntries(store, { source: "test", entries: [entry("a")], pass: 1, readAt: early });
    await removeAgent(store, { id: "a", source: "test", at: new Date(2_000) });
    await saveEntries(store, { source: "test", entries: [entry("a")], pass: 1, readAt: early });
    expect(await bench.rows()).toEqual([]);
    await saveEntries(store, { source: "test", entries: [entry("a")], pass: 1, readAt: new Date(3_000) });
    expect(await bench.rows()).toHaveLength(1);
  });

  it("delivers every change once and in order despite concurrent writers", { tags: ["long"] }, async () => {
    const { store } = bench;
    const names = Array.from({ length: 30 }, (_, index) => `agent-${index}`);
    const received: string[] = [];
    let since = 0;
    let writing = true;
    const reader = (async () => {
      for (;;) {
        const last = !writing;
        const { rows, change } = await agentChanges(store, { source: "test", since, limit: 7 });
        received.push(...rows.map(({ id }) => id));
        since = change;
        if (last && rows.length === 0) return;
      }
    })();
    await Promise.all(
      names.map((id) => saveEntries(store, { source: "test", entries: [entry(id)], pass: 1, readAt: new Date() })),
    );
    writing = false;
    await reader;
    expect([...received].sort()).toEqual([...names].sort());
    expect(await saveEntries(store, { source: "test", entries: [entry("agent-1")], pass: 2, readAt: new Date() })).toBe(
      0,
    );
  });
});
