import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Agent } from "@/lib/contract/agents/agent";
import type { Run } from "@/lib/contract/agents/run";
import { notificationEvents } from "@/lib/contract/dashboard/notifications/notification-events";
import { startNotificationBench } from "@/lib/server/notifications/testing/notification-bench";
import { removeAgent, saveDetail, saveEntries, saveLatestRun } from "./indexed-agents";
import { insertLaunch } from "./launches";
import { notificationEventRows, notificationItems } from "./notification-schema";
import { savePulls } from "./pull-states";
import { writeQueue } from "./queue";
import { notifyOfQueue } from "./queue-notifications";
import { users } from "./schema";

const url = "https://git.example.com/acme/orders/pull/7";
const source = "test";

let bench: Awaited<ReturnType<typeof startNotificationBench>>;
let owner: string;
let mine: string;
let others: string;
let everything: string;

beforeAll(async () => {
  bench = await startNotificationBench();
  owner = await bench.user("Ada");
  const vi = await bench.user("Vi");
  const channel = (user: string, path: string, more: object) =>
    bench.channel(
      user,
      { kind: "slack", url: `https://hooks.example.com/${path}` },
      { events: [...notificationEvents], ...more },
    );
  mine = await channel(owner, "mine", { scope: "mine" });
  others = await channel(vi, "others", { scope: "mine" });
  everything = await channel(vi, "everything", { scope: "all", queueMinutes: 30 });
});
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.store.database.delete(notificationEventRows);
});

const at = (offsetMs = 0) => new Date(bench.clock.now() + offsetMs);
const iso = (offsetMs = 0) => at(offsetMs).toISOString();

interface Given {
  branches?: string[];
  runs: Pick<Run, "id" | "status">[];
}

function agentOf(id: string, { runs: [latest], branches = [] }: Given): Agent {
  return {
    id,
    name: "Fix it",
    status: "IDLE",
    env: { type: "cloud" },
    url: "",
    createdAt: iso(-1_000),
    updatedAt: iso(),
    latestRunId: latest?.id ?? "",
    repos: [],
    workOnCurrentBranch: false,
    autoCreatePR: true,
    git: { branches: branches.map((prUrl) => ({ repoUrl: "", branch: "fix", prUrl })) },
  };
}

const runOf = (agentId: string, run: Pick<Run, "id" | "status">): Run => ({
  agentId,
  createdAt: iso(-500),
  updatedAt: iso(),
  ...run,
});

/** Stores what the index reads of an agent. */
async function reads(id: string, given: Given): Promise<void> {
  const agent = agentOf(id, given);
  const runs = given.runs.map((run) => runOf(id, run));
  await saveDetail(bench.store, { agent, runs, at: at() });
}

async function newAgent(given: Given): Promise<string> {
  const id = `bc-${crypto.randomUUID()}`;
  await saveEntries(bench.store, { source, entries: [agentOf(id, given)], pass: 1, readAt: at() });
  await insertLaunch(bench.store, { agentId: id, fields: {}, launchedAt: at(), launchedBy: owner });
  await reads(id, given);
  return id;
}

/** What a channel notifies about, in order. */
async function itemsOf(channelId: string): Promise<string[]> {
  const rows = await bench.store.database
    .select({ type: notificationEventRows.type })
    .from(notificationItems)
    .innerJoin(notificationEventRows, eq(notificationEventRows.id, notificationItems.eventId))
    .where(eq(notificationItems.channelId, channelId))
    .orderBy(asc(notificationEventRows.at), asc(notificationEventRows.key));
  return rows.map(({ type }) => type);
}

it("notifies the user who launched an agent when its run ends, and users subscribed to all runs, once", async () => {
  const id = await newAgent({ runs: [{ id: "r1", status: "RUNNING" }] });
  expect(await itemsOf(mine)).toEqual([]);
  const ended = { runs: [{ id: "r1", status: "FINISHED" }] };
  await reads(id, ended);
  await reads(id, ended);
  expect(await itemsOf(mine)).toEqual(["run.ended"]);
  expect(await itemsOf(everything)).toEqual(["run.ended"]);
  expect(await itemsOf(others)).toEqual([]);
});

it("notifies the user whose API key launched an agent", async () => {
  const id = `bc-${crypto.randomUUID()}`;
  const running = agentOf(id, { runs: [{ id: "k1", status: "RUNNING" }] });
  await saveEntries(bench.store, { source, entries: [running], pass: 1, readAt: at() });
  const [ada] = await bench.store.database.select().from(users).where(eq(users.id, owner));
  const launcher = { name: "Ada", email: ada?.email ?? "" };
  const read = (status: string) =>
    saveDetail(bench.store, { agent: running, runs: [runOf(id, { id: "k1", status })], at: at(), launcher });
  await read("RUNNING");
  await read("ERROR");
  expect(await itemsOf(mine)).toEqual(["run.failed"]);
});

it("notifies about each run, even if the next one has started", async () => {
  const id = await newAgent({ runs: [{ id: "a1", status: "RUNNING" }] });
  await reads(id, {
    runs: [
      { id: "a3", status: "RUNNING" },
      { id: "a2", status: "ERROR" },
      { id: "a1", status: "FINISHED" },
    ],
  });
  expect((await itemsOf(mine)).sort()).toEqual(["run.ended", "run.failed"]);
});

it("ignores runs that ended before the agent was indexed", async () => {
  const id = `bc-${crypto.randomUUID()}`;
  const agent = agentOf(id, { runs: [{ id: "old", status: "FINISHED" }] });
  const old = { ...agent, createdAt: iso(-7_200_000), git: { branches: [{ repoUrl: "", branch: "x", prUrl: url }] } };
  await saveEntries(bench.store, { source, entries: [old], pass: 1, readAt: at() });
  const run = { ...runOf(id, { id: "old", status: "FINISHED" }), updatedAt: iso(-3_600_000) };
  await saveDetail(bench.store, { agent: old, runs: [run], at: at() });
  expect(await itemsOf(everything)).toEqual([]);
});

it("notifies about each question once", async () => {
  const id = await newAgent({ runs: [{ id: "q1", status: "RUNNING" }] });
  const asks = (question: string) => ({
    ...runOf(id, { id: "q1", status: "RUNNING" }),
    question: { id: question, askedAt: iso() },
  });
  await saveLatestRun(bench.store, asks("first"), at());
  await saveLatestRun(bench.store, asks("first"), at());
  expect(await itemsOf(mine)).toEqual(["run.needs_input"]);
  const [event] = await bench.store.database.select().from(notificationEventRows);
  expect(event?.facts).toEqual({ agent: { id, name: "Fix it" }, question: { id: "first", runId: "q1" } });
  await saveLatestRun(bench.store, asks("second"), at());
  expect(await itemsOf(mine)).toEqual(["run.needs_input", "run.needs_input"]);
});

it("notifies about opened and merged pull requests", async () => {
  const id = await newAgent({ runs: [{ id: "p1", status: "RUNNING" }] });
  const given = { runs: [{ id: "p1", status: "RUNNING" }], branches: [url] };
  await reads(id, given);
  await reads(id, given);
  expect(await itemsOf(mine)).toEqual(["pull_request.opened"]);
  const known = (state: "open" | "merged") => ({
    state,
    pulls: [{ url, state, draft: false, additions: 1, deletions: 0 }],
  });
  await savePulls(bench.store, { id, before: { state: null, pulls: null }, now: known("merged"), at: at() });
  expect(await itemsOf(mine)).toEqual(["pull_request.opened"]);
  await savePulls(bench.store, { id, before: known("open"), now: known("merged"), at: at() });
  expect(await itemsOf(mine)).toEqual(["pull_request.opened", "pull_request.merged"]);
  await removeAgent(bench.store, { id, source, at: at() });
});

it("notifies once about requests that wait longer than the channel's minutes, and about lost workers", async () => {
  const id = await newAgent({ runs: [{ id: "w1", status: "CREATING" }] });
  const health = { mode: "watching" as const, relists: 0, aliveAtMs: 0 };
  const row = { id, owner: "ada", pool: "gpu", labels: [], createdAtMs: bench.clock.now() };
  const queue = (more: object) =>
    writeQueue(bench.store, source, { put: [{ ...row, ...more }], gone: [] }, health, bench.clock.now());
  const check = () => notifyOfQueue(bench.store, source, at());
  await queue({});
  await check();
  expect(await itemsOf(mine)).toEqual([]);
  bench.clock.advance(11 * 60_000);
  await check();
  await check();
  expect(await itemsOf(mine)).toEqual(["queue.waiting"]);
  expect(await itemsOf(everything)).toEqual([]);
  bench.clock.advance(20 * 60_000);
  await queue({ claimedWorkerId: "w", reconnectByMs: bench.clock.now() + 60_000 });
  await Promise.all([check(), check()]);
  expect(await itemsOf(mine)).toEqual(["queue.waiting", "worker.lost"]);
  expect(await itemsOf(everything)).toEqual(["queue.waiting", "worker.lost"]);
});
