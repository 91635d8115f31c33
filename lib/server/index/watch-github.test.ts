import { createServer } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { agentRows } from "@/lib/server/db/agent-rows";
import { gitHubPulls } from "@/lib/server/db/github-pulls";
import { saveDetail, saveEntries } from "@/lib/server/db/indexed-agents";
import { openStore, type Store } from "@/lib/server/db/store";
import { changesAfter } from "@/lib/server/db/webhooks";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { createGitHubWatch } from "./watch-github";
import { createPullWatch } from "./watch-pulls";

const log = createLog({ program: "test", level: "silent" });
const clock = new FakeClock();
const at = "2026-05-01T12:00:00.000Z";
const url = "https://github.com/acme/widgets/pull/9";
let reported: { position: number; repository: string; pulls: number[] }[] = [];
let unsupported = false;
let calls = 0;
let checks = "pending";
let store: Store;
let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let watch: () => Promise<void>;
let readPulls: () => Promise<void>;

const server = createServer((request, response) => {
  const send = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const { pathname, searchParams } = new URL(request.url ?? "", "http://service");
  if (pathname === "/admin/v1/github-changes") {
    calls += 1;
    if (unsupported) return send(501, { error: { code: "not_implemented", message: "not implemented" } });
    const after = searchParams.get("after");
    const items = after === null ? [] : reported.filter(({ position }) => position > Number(after));
    return send(200, { items, position: reported.at(-1)?.position ?? 0 });
  }
  if (!pathname.endsWith("/pull-requests")) return send(404, { code: 5, message: "not found", details: [] });
  const pull = {
    url,
    number: 9,
    title: "Add storage",
    state: "open",
    draft: false,
    head: "svc/x",
    base: "main",
    additions: 3,
    deletions: 1,
    review: "none",
    mergeability: "mergeable",
    updatedAt: at,
    checks: { state: checks, total: 1, failed: [] },
  };
  send(200, { items: [pull], problems: [] });
});

beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  store = await openStore({ url: postgres.url, log });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const service = {
    address: { base: `http://127.0.0.1:${address.port}`, repohostPrefix: "/v1/repohost" },
    credentials: { authorization: async () => "Bearer key" },
    clock,
    ids: systemIds,
  };
  watch = createGitHubWatch({ store, service, source: "test" });
  readPulls = createPullWatch({ store, service, source: "test", log });
  const entry = {
    id: "a",
    name: "Storage",
    env: { type: "cloud" },
    url: "",
    latestRunId: "run-a",
    status: "IDLE",
    createdAt: at,
    updatedAt: at,
  };
  await saveEntries(store, { source: "test", entries: [entry], pass: 1, readAt: new Date(0) });
  const run = { id: "run-a", agentId: "a", status: "FINISHED", createdAt: at, updatedAt: at };
  const git = { branches: [{ repoUrl: "github.com/acme/widgets", branch: "svc/x", prUrl: url }] };
  const agent = { ...entry, repos: [], git, workOnCurrentBranch: false, autoCreatePR: true };
  await saveDetail(store, { agent, runs: [run], at: new Date(0) });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await store.close();
  await postgres.stop();
});

const checksOf = async () =>
  (await agentRows(store, { source: "test", after: undefined, limit: 10 }))[0]?.pulls?.[0]?.checks;

it("fetches a pull request again, and notifies viewers once, when GitHub reports a change", async () => {
  reported = [{ position: 1, repository: "github.com/acme/widgets", pulls: [9] }];
  await watch();
  await readPulls();
  expect(await checksOf()).toBe("pending");
  expect(await changesAfter(store, 0, 10)).toEqual([]);
  checks = "failed";
  await readPulls();
  expect(await checksOf()).toBe("pending");
  reported.push({ position: 2, repository: "github.com/acme/widgets", pulls: [9] });
  await watch();
  await watch();
  await readPulls();
  expect(await checksOf()).toBe("failed");
  const repository = { id: "github.com/acme/widgets", owner: "acme", name: "widgets" };
  expect(await changesAfter(store, 0, 10)).toMatchObject([{ change: { what: "github", repository, pulls: ["9"] } }]);
});

it("fetches all pull requests of a repository when GitHub names none", async () => {
  checks = "passed";
  reported.push({ position: 3, repository: "github.com/acme/widgets", pulls: [] });
  await watch();
  await readPulls();
  expect(await checksOf()).toBe("passed");
});

it("lists the pull requests on GitHub with the agent that works on them", async () => {
  expect(await gitHubPulls(store, { source: "test" })).toMatchObject([
    { url, repository: "acme/widgets", agent: { id: "a", name: "Storage" }, facts: { external: { number: 9 } } },
  ]);
  expect(await gitHubPulls(store, { source: "other" })).toEqual([]);
});

it("polls services without GitHub webhooks every ten minutes", async () => {
  unsupported = true;
  await watch();
  const before = calls;
  await watch();
  expect(calls).toBe(before);
  clock.advance(11 * 60_000);
  await watch();
  expect(calls).toBe(before + 1);
});
