import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { agents, runs } from "./index-schema";
import { saveDetail, saveEntries } from "./indexed-agents";
import { agentsNeedingAttention, queuedAgents, runningAgents, tokensByDay } from "./overview";
import { saveUsage } from "./run-usage";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";
import { addUser } from "./users";

const at = (day: number) => `2026-05-${String(day).padStart(2, "0")}T12:00:00.000Z`;
const readAt = new Date(0);
let store: Store;
let close: () => Promise<void>;

async function agent(
  id: string,
  day: number,
  status: Run["status"],
  more: { asks?: boolean; archived?: boolean; prUrl?: string; pool?: boolean } = {},
) {
  const entry = {
    id,
    name: id,
    env: { type: more.pool ? "pool" : "cloud" },
    url: "",
    latestRunId: `run-${id}`,
    status: more.archived ? "ARCHIVED" : "IDLE",
    createdAt: at(day),
    updatedAt: at(day),
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
  ({ store, close } = await startTestStore());
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
afterAll(() => close());

const open = { url: "https://h/o/r/pull/1", state: "open", draft: false, additions: 1, deletions: 0 } as const;
const approved = { ...open, review: "approved", mergeability: "mergeable" } as const;

/** Finished agents with a pull request, in another index. */
async function withPulls(source: string, cases: readonly [id: string, set: Partial<typeof agents.$inferInsert>][]) {
  for (const [index, [id, set]] of cases.entries()) {
    await agent(id, index + 1, "FINISHED", { prUrl: open.url });
    await store.database
      .update(agents)
      .set({ ...set, source })
      .where(eq(agents.id, id));
  }
}

it("lists what waits for a user about pull requests and plans, however old, with the status of the agent list", async () => {
  await withPulls("pulls", [
    ["unknown", {}],
    ["unreadable", { pullState: null, pulls: [] }],
    ["review", { pullState: "open", pulls: [open] }],
    ["red", { pullState: "open", pulls: [{ ...approved, checks: "failed" }] }],
    ["changes", { pullState: "open", pulls: [open, { ...open, review: "changes_requested" }] }],
    ["conflict", { pullState: "open", pulls: [{ ...open, mergeability: "conflict" }] }],
    ["ready", { pullState: "open", pulls: [{ ...approved, checks: "passed" }] }],
    ["one-of-two", { pullState: "open", pulls: [approved, open] }],
    ["draft", { pullState: "open", pulls: [{ ...open, draft: true, checks: "failed" }] }],
    ["merged", { pullState: "merged", pulls: [{ ...open, state: "merged", checks: "failed" }] }],
    ["closed", { pullState: "closed", pulls: [{ ...open, state: "closed" }] }],
    ["plan", { pullState: "merged", runPlan: true }],
  ]);
  const { total, items, counts } = await agentsNeedingAttention(store, { source: "pulls", since: at(28), limit: 20 });
  expect(items.map((item) => [item.agent.id, item.status])).toEqual([
    ["plan", "plan"],
    ["conflict", "conflict"],
    ["changes", "changes"],
    ["red", "checks"],
    ["one-of-two", "review"],
    ["review", "review"],
    ["unreadable", "finished"],
    ["unknown", "finished"],
  ]);
  expect(total).toBe(8);
  expect(counts.find(({ status }) => status === "review")?.agents).toBe(2);
});

it("ranks by urgency before it cuts", async () => {
  await withPulls("cut", [
    ["cut-plan", { runPlan: true }],
    ["cut-red", { pullState: "open", pulls: [{ ...open, checks: "failed" }] }],
    ["cut-review-1", { pullState: "open", pulls: [open] }],
    ["cut-review-2", { pullState: "open", pulls: [open] }],
    ["cut-review-3", { pullState: "open", pulls: [open] }],
  ]);
  const { total, items } = await agentsNeedingAttention(store, { source: "cut", since: at(1), limit: 3 });
  expect(items.map((item) => item.agent.id)).toEqual(["cut-plan", "cut-red", "cut-review-3"]);
  expect(total).toBe(5);
});

it("lists the viewer's own agents first", async () => {
  await withPulls("own", [
    ["own-mine", { runPlan: true }],
    ["own-other", { runPlan: true }],
  ]);
  const id = "00000000-0000-4000-8000-000000000001";
  await addUser(store, { id, email: "ada@x.test", displayName: "Ada", role: "operator", createdAt: readAt });
  await store.database
    .update(agents)
    .set({ launcher: { name: "Ada", email: "Ada@x.test" } })
    .where(eq(agents.id, "own-mine"));
  const viewer = { id, seesAll: true };
  const { items } = await agentsNeedingAttention(store, { source: "own", viewer, since: at(1), limit: 5 });
  expect(items.map(({ agent }) => [agent.id, agent.owner?.me])).toEqual([
    ["own-mine", true],
    ["own-other", undefined],
  ]);
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

it("lists agents needing attention by urgency, with their status", async () => {
  const { total, items } = await agentsNeedingAttention(store, { source: "test", since: at(5), limit: 5 });
  expect(total).toBe(5);
  expect(items.map(({ agent, status }) => [agent.id, status])).toEqual([
    ["asking", "input"],
    ["queued", "queued"],
    ["failed", "failed"],
    ["expired", "expired"],
    ["reviewable", "finished"],
  ]);
});

it("leaves out queued agents that get a worker without a user, and old failures, but counts them", async () => {
  const options = { source: "test", since: at(9), limit: 5 };
  expect((await queuedAgents(store, options)).map(({ id }) => id)).toEqual(["queued"]);
  const { total, items, counts } = await agentsNeedingAttention(store, { ...options, blocked: [] });
  expect(items.map(({ agent }) => agent.id)).toEqual(["asking", "failed", "reviewable"]);
  expect(total).toBe(3);
  expect(new Map(counts.map(({ status, agents: count }) => [status, count]))).toEqual(
    new Map([
      ["input", 1],
      ["queued", 1],
      ["failed", 2],
      ["expired", 1],
      ["finished", 1],
    ]),
  );
  const blocked = await agentsNeedingAttention(store, { ...options, blocked: ["queued"] });
  expect(blocked.items.map(({ agent }) => agent.id)).toContain("queued");
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
