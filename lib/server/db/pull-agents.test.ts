import { afterAll, beforeAll, expect, it } from "vitest";
import { insertFollowUp } from "./follow-ups";
import { saveDetail, saveEntries } from "./indexed-agents";
import { agentThatOpened, pullsOfAgents, runsForPull } from "./pull-agents";
import type { Store } from "./store";
import { startTestStore } from "./testing/test-store";
import { addUser } from "./users";

const name = { ownerSlug: "acme", repoName: "orders", pullNumber: "7" };
const url = "https://git.example.com/acme/orders";
let store: Store;
let close: () => Promise<void>;

async function agent(id: string, day: number, prUrl: string, startedOnPull = false) {
  const at = `2026-05-0${day}T12:00:00.000Z`;
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
  const repos = startedOnPull ? [{ url, prUrl }] : [{ url }];
  const git = { branches: [{ repoUrl: "git.example.com/acme/orders", branch: "b", prUrl }] };
  const detail = { ...entry, repos, git, workOnCurrentBranch: false, autoCreatePR: true };
  await saveDetail(store, { agent: detail, runs: [run], at: new Date(0) });
}

beforeAll(async () => {
  ({ store, close } = await startTestStore());
});
afterAll(() => close());

it("finds the agent that opened a pull request, not one that was started on it", async () => {
  expect(await agentThatOpened(store, { source: "test" }, name)).toBeUndefined();
  await agent("fixer", 1, `${url}/pull/7`, true);
  await agent("other", 2, `${url}/pull/77`);
  await agent("elsewhere", 2, "https://git.example.com/acme/orders-api/pull/7");
  expect(await agentThatOpened(store, { source: "test" }, name)).toBeUndefined();
  await agent("author", 3, `${url.toUpperCase()}/pull/7`);
  expect(await agentThatOpened(store, { source: "test" }, name)).toEqual({
    id: "author",
    name: "author",
    archived: false,
    busy: false,
  });
  expect(await agentThatOpened(store, { source: "elsewhere" }, name)).toBeUndefined();
});

it("returns which pull requests belong to agents", async () => {
  const [known, unknown] = [name, { ...name, pullNumber: "8" }];
  expect(await pullsOfAgents(store, { source: "test" }, [unknown, known])).toEqual([known]);
  expect(await pullsOfAgents(store, { source: "elsewhere" }, [known])).toEqual([]);
  expect(await pullsOfAgents(store, { source: "test" }, [])).toEqual([]);
});

it("lists the messages about a pull request", async () => {
  const userId = crypto.randomUUID();
  const createdAt = new Date();
  await addUser(store, { id: userId, email: "ada@x.example", displayName: "Ada", role: "operator", createdAt });
  const message = { source: "test", agentId: "author", userId, text: "fix", images: 0, mcpServers: 0, createdAt };
  await insertFollowUp(store, { ...message, id: crypto.randomUUID(), pullRequest: "Acme/orders/7" });
  await insertFollowUp(store, { ...message, id: crypto.randomUUID(), pullRequest: "acme/orders/8" });
  const runs = await runsForPull(store, { source: "test" }, name);
  expect(runs).toMatchObject([{ agent: { id: "author", name: "author" }, author: "Ada", state: "waiting" }]);
});
