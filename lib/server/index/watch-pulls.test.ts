import { createServer } from "node:http";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { agentRows } from "@/lib/server/db/agent-rows";
import { agents } from "@/lib/server/db/index-schema";
import { saveDetail, saveEntries } from "@/lib/server/db/indexed-agents";
import { agentsNeedingAttention } from "@/lib/server/db/overview";
import { markPullsChanged } from "@/lib/server/db/pull-states";
import type { Store } from "@/lib/server/db/store";
import { startTestStore } from "@/lib/server/db/testing/test-store";
import { createPullWatch } from "./watch-pulls";

const log = createLog({ program: "test", level: "silent" });
const clock = new FakeClock();
const states = new Map<string, string>();
/** Ends of the addresses that always fail. */
let broken: string[] = [];
let requested: string[] = [];
let store: Store;
let close: () => Promise<void>;
let readPulls: () => Promise<void>;

const actor = { user: { id: "u", email: "" } };
const server = createServer((request, response) => {
  const checked = /\/commits\/([^/]+)\/check-runs/.exec(request.url ?? "");
  const [, number] = /\/pulls\/([0-9]+)$/.exec(request.url ?? "") ?? [];
  const state = number === undefined ? undefined : states.get(number);
  const send = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (broken.some((part) => request.url?.endsWith(part))) return send(500, { code: 13, message: "no", details: [] });
  if (checked) return send(200, { checkRuns: [checkRun], nextPageToken: "", totalSize: 1 });
  if (request.url?.endsWith("/pulls/7/reviews?pageSize=100")) return send(200, reviews);
  if (request.url?.endsWith("/pulls/7/mergeability")) return send(200, mergeability);
  if (/\/(?:reviews|mergeability)/.test(request.url ?? "")) return send(403, { code: 7, message: "no", details: [] });
  const [, external] = /\/v1\/agents\/([^/]+)\/pull-requests$/.exec(request.url ?? "") ?? [];
  if (external === "e") return send(200, { items: [externalPull], problems: [] });
  if (external !== undefined) return send(501, { error: { code: "not_implemented", message: "not implemented" } });
  if (number === undefined) return send(200, repo);
  requested.push(number);
  if (state === undefined) return send(404, { code: 5, message: "not found", details: [] });
  send(200, pull(number, state));
});

const at = "2026-05-01T12:00:00.000Z";
const repo = {
  id: "r",
  name: "orders",
  fullName: "acme/orders",
  visibility: "private",
  defaultBranch: "main",
  owner: { id: "o", slug: "acme" },
  cloneUrl: "https://git.example.com/acme/orders.git",
  createdAt: at,
  updatedAt: at,
  allowMergeCommit: true,
  allowSquashMerge: true,
  deleteBranchOnMerge: false,
};
const pull = (number: string, state: string) => ({
  id: number,
  number,
  state,
  draft: false,
  merged: state === "merged",
  title: "t",
  body: "",
  author: actor,
  head: { ref: "b", sha: "1" },
  base: { ref: "main", sha: "0" },
  createdAt: at,
  updatedAt: at,
  labels: [],
  additions: 0,
  deletions: 0,
  changedFiles: 0,
  version: {
    number: "1",
    headSha: "1",
    baseSha: "0",
    createdAt: at,
    additions: 0,
    deletions: 0,
    changedFiles: 0,
    potentialMergeCommit: { state: "prepared" },
  },
});

const checkRun = {
  id: "c",
  repository: { id: "r", name: "orders", owner: { id: "o", slug: "acme" } },
  checkSuite: { id: "s" },
  sha: "1",
  key: "unit",
  name: "Unit",
  status: "completed",
  conclusion: "failure",
  externalUpdatedAt: at,
  createdAt: at,
  updatedAt: at,
  externalId: "",
  actor,
  isRerequestable: false,
};

const pullRequest = { id: "7", number: "7", repository: repo };
const review = {
  id: "v",
  author: { user: { id: "w", email: "" } },
  verdict: "request_changes",
  body: "No.",
  pullRequestVersion: { number: "1", headSha: "1", baseSha: "0" },
};
const reviews = { reviews: [review], pullRequest, nextPageToken: "" };
const blocker = { kind: "merge_conflict", message: "m", pullRequest, evaluatedPullRequests: [] };
const mergeability = {
  pullRequest,
  verdict: "blocked",
  blockers: [blocker],
  evaluatedPullRequests: [],
  evaluatedAt: at,
  headSha: "1",
  baseRef: "main",
  baseSha: "0",
};

const externalPull = {
  url: "https://github.com/acme/orders/pull/9",
  number: 9,
  title: "t",
  state: "open",
  draft: true,
  head: "svc/x",
  base: "main",
  additions: 3,
  deletions: 1,
  review: "none",
  mergeability: "mergeable",
  checks: { state: "failed", total: 1, failed: [] },
};

async function agent(id: string, prUrl: string) {
  const entry = {
    id,
    name: id,
    env: { type: "cloud" },
    url: "",
    latestRunId: `run-${id}`,
    status: "IDLE",
    createdAt: at,
    updatedAt: at,
  };
  await saveEntries(store, { source: "test", entries: [entry], pass: 1, readAt: new Date(0) });
  const run = { id: entry.latestRunId, agentId: id, status: "FINISHED", createdAt: at, updatedAt: at };
  const git = { branches: [{ repoUrl: "git.example.com/acme/orders", branch: "b", prUrl }] };
  const detail = { ...entry, repos: [], git, workOnCurrentBranch: false, autoCreatePR: true };
  await saveDetail(store, { agent: detail, runs: [run], at: new Date(0) });
}

const rowOf = async (id: string) =>
  (await agentRows(store, { source: "test", after: undefined, limit: 10 })).find((row) => row.id === id);
const pullOf = async (id: string) => (await rowOf(id))?.pulls?.[0]?.state;
const inInbox = async () =>
  (await agentsNeedingAttention(store, { source: "test", since: "2026-01-01", limit: 9 })).items.map(
    ({ agent: { id } }) => id,
  );

beforeAll(async () => {
  ({ store, close } = await startTestStore());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const service = {
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => "Bearer key" },
    clock,
    ids: systemIds,
  };
  readPulls = createPullWatch({ store, service, source: "test", log });
});
afterEach(() => {
  broken = [];
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await close();
});

it("removes an agent from the inbox when its pull request is merged", async () => {
  states.set("7", "open");
  await agent("a", "https://git.example.com/acme/orders/pull/7");
  await readPulls();
  expect([await pullOf("a"), await inInbox()]).toEqual(["open", ["a"]]);
  const url = "https://git.example.com/acme/orders/pull/7";
  const facts = { url, draft: false, additions: 0, deletions: 0 };
  const known = { checks: "failed", review: "changes_requested", mergeability: "conflict" };
  expect((await rowOf("a"))?.pulls).toEqual([{ ...facts, state: "open", ...known }]);
  requested = [];
  states.set("7", "merged");
  await readPulls();
  expect(requested).toEqual([]);
  await markPullsChanged(store, "test", { owner: "Acme", name: "orders", pulls: ["7"] });
  await readPulls();
  expect([await pullOf("a"), await inInbox()]).toEqual(["merged", []]);
  expect((await rowOf("a"))?.pulls).toEqual([{ ...facts, state: "merged" }]);
  clock.advance(3_600_000);
  requested = [];
  await readPulls();
  expect(requested).toEqual([]);
});

it("checks open pull requests every minute, for services without webhooks", async () => {
  states.set("8", "open");
  await agent("b", "https://git.example.com/acme/orders/pull/8");
  await readPulls();
  states.set("8", "closed");
  clock.advance(61_000);
  await readPulls();
  expect(await pullOf("b")).toBe("closed");
});

it("reads the other pull requests while one always fails", async () => {
  broken = ["/pulls/20", "/pulls/21/mergeability"];
  states.set("20", "open").set("21", "open").set("22", "open");
  for (const number of ["20", "21", "22"]) {
    await agent(`f${number}`, `https://git.example.com/acme/orders/pull/${number}`);
    clock.advance(61_000);
    await readPulls();
  }
  expect([await pullOf("f20"), await pullOf("f21"), await pullOf("f22")]).toEqual([undefined, "open", "open"]);
  requested = [];
  await readPulls();
  expect(requested).toEqual([]);
});

it("keeps what was known about a pull request where reading it fails", async () => {
  const known = { checks: "failed", review: "changes_requested", mergeability: "conflict" };
  states.set("7", "open");
  await agent("g", "https://git.example.com/acme/orders/pull/7");
  await readPulls();
  expect((await rowOf("g"))?.pulls).toMatchObject([known]);
  broken = ["/pulls/7/reviews?pageSize=100", "/pulls/7/mergeability"];
  clock.advance(61_000);
  await readPulls();
  expect((await rowOf("g"))?.pulls).toMatchObject([known]);
});

it("has no state for pull requests on other servers, and keeps known states if the service is down", async () => {
  await agent("c", "https://github.example.com/acme/orders/pull/7");
  await agent("d", "https://git.example.com/acme/orders/pull/404");
  await readPulls();
  expect([await pullOf("c"), await pullOf("d")]).toEqual([undefined, undefined]);
  const checked = await store.database.select().from(agents).where(eq(agents.id, "c"));
  expect(checked[0]?.pullCheckedAt).not.toBeNull();
});

it("has the state and checks of pull requests on GitHub that the service reads", async () => {
  await agent("e", externalPull.url);
  await readPulls();
  const facts = { url: externalPull.url, state: "open", draft: true, additions: 3, deletions: 1, checks: "failed" };
  expect((await rowOf("e"))?.pulls).toEqual([
    {
      ...facts,
      review: "none",
      mergeability: "mergeable",
      external: { number: 9, title: "t", head: "svc/x", base: "main" },
    },
  ]);
});
