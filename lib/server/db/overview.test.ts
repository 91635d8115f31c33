import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { createLog } from "@/lib/core/log";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { agents, runs } from "./index-schema";
import { saveDetail, saveEntries } from "./indexed-agents";
import { agentsNeedingAttention, runningAgents, tokensByDay } from "./overview";
import { saveUsage } from "./run-usage";
import { openStore, type Store } from "./store";

const at = (day: number) => `2026-05-${String(day).padStart(2, "0")}T12:00:00.000Z`;
const readAt = new Date(0);
let store: Store;
let postgres: Awaited<ReturnType<typeof startTestDatabase>>;

async function agent(
  id: string,
  day: number,
  status: Run["status"],
  more: { asks?: boolean; archived?: boolean; prUrl?: string; pool?: boolean } = {},
) {
  const entry = {
    ...{ id, name: id, env: { type: more.pool ? "pool" : "cloud" }, url: "", latestRunId: `run-${id}` },
    ...{ status: more.archived ? "ARCHIVED" : "IDLE", createdAt: at(day), updatedAt: at(day) },
  };
  await saveEntries(store, { source: "test", entries: [entry], pass: 1, readAt });
  const run = { id: entry.latestRunId, agentId: id, status, createdAt: at(day), updatedAt: at(day) };
  const asking = more.asks ? { ...run, question: { id: "q", askedAt: at(day) } } : run;
  const branches = more.prUrl === undefined ? [] : [{ repoUrl: "h/o/r", branch: "b", prUrl: more.prUrl }];
  const detail = { ...entry, repos: [], workOnCurrentBranch: false, autoCreatePR: false, git: { branches } };
  await saveDetail(store, { agent: detail, runs: [asking], at: readAt });
}

async function usage(id: string, totalTokens: number) {
  const counts = { inputTokens: totalTokens, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0, totalTokens };
  const usage = { totalUsage: counts, runs: [{ id: `run-${id}`, usage: counts }] };
  await saveUsage(store, { agentId: id, asOf: at(1), usage });
}

beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log: createLog({ program: "test", level: "silent" }) });
  await agent("running", 10, "RUNNING");
  await agent("creating", 11, "CREATING");
  await agent("queued", 6, "CREATING", { pool: true });
  await agent("asking", 7, "RUNNING", { asks: true });
  await agent("failed", 9, "ERROR");
  await agent("expired", 8, "EXPIRED");
  await agent("done", 8, "FINISHED");
  await agent("reviewable", 10, "FINISHED", { prUrl: "https://h/o/r/pull/1" });
  await agent("failed-archived", 10, "ERROR", { archived: true });
  await agent("failed-long-ago", 1, "ERROR");
  await usage("done", 100);
  await usage("expired", 30);
  await usage("reviewable", 7);
});
afterAll(async () => {
  await store.close();
  await postgres.stop();
});

it("lists what waits for a user about pull requests and plans, however old", async () => {
  const scope = { source: "pulls" };
  const open = { url: "https://h/o/r/pull/1", state: "open", draft: false, additions: 1, deletions: 0 } as const;
  const cases: [string, Partial<typeof agents.$inferInsert>][] = [
    ["unknown", {}],
    ["review", { pullState: "open", pulls: [open] }],
    [
      "red",
      { pullState: "open", pulls: [{ ...open, review: "approved", mergeability: "mergeable", checks: "failed" }] },
    ],
    [
      "ready",
      { pullState: "open", pulls: [{ ...open, review: "approved", mergeability: "mergeable", checks: "passed" }] },
    ],
    ["draft", { pullState: "open", pulls: [{ ...open, draft: true }] }],
    ["merged", { pullState: "merged", pulls: [{ ...open, state: "merged" }] }],
    ["plan", { pullState: "merged", runPlan: true }],
  ];
  for (const [id, set] of cases) {
    await agent(id, 1, "FINISHED", { prUrl: open.url });
    await store.database
      .update(agents)
      .set({ ...set, source: "pulls" })
      .where(eq(agents.id, id));
  }
  const { total, items } = await agentsNeedingAttention(store, { ...scope, since: at(5), limit: 9 });
  expect(items.map((item) => [item.agent.id, item.reason]).sort()).toEqual([
    ["plan", "plan"],
    ["red", "pullRequest"],
    ["review", "pullRequest"],
    ["unknown", "pullRequest"],
  ]);
  expect(total).toBe(4);
});

it("counts and lists agents whose latest run is active", async () => {
  const { total, rows } = await runningAgents(store, { source: "test", limit: 1 });
  expect(total).toBe(2);
  expect(rows.map(({ id }) => id)).toEqual(["creating"]);
});

it("doesn't count an agent as running for a superseded run", async () => {
  const entry = {
    id: "running",
    name: "x",
    status: "ACTIVE",
    env: { type: "cloud" },
    url: "",
    latestRunId: "run-next",
  };
  const times = { createdAt: at(10), updatedAt: at(10) };
  await saveEntries(store, { source: "other", entries: [{ ...entry, id: "alone", ...times }], pass: 1, readAt });
  expect(await runningAgents(store, { source: "other", limit: 5 })).toEqual({ total: 0, rows: [] });
});

it("lists agents needing attention by urgency, with the reason", async () => {
  const { total, items } = await agentsNeedingAttention(store, { source: "test", since: at(5), limit: 5 });
  expect(total).toBe(5);
  expect(items.map(({ agent, reason }) => [agent.id, reason])).toEqual([
    ["asking", "input"],
    ["queued", "queued"],
    ["failed", "failed"],
    ["expired", "expired"],
    ["reviewable", "pullRequest"],
  ]);
});

it("sums tokens by the day a run was requested, and counts runs without data", async () => {
  const { days, unknownRuns } = await tokensByDay(store, { source: "test", since: "2026-05-08" });
  expect(days.get("2026-05-08")).toBe(130);
  expect(days.get("2026-05-10")).toBe(7);
  const known = await store.database.select().from(runs).where(eq(runs.id, "run-done"));
  expect(known[0]?.totalTokens).toBe(100);
  // running, creating, failed, failed-archived
  expect(unknownRuns).toBe(4);
});
