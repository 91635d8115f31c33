import { afterAll, beforeAll, expect, it } from "vitest";
import type { getOverview } from "@/lib/contract/dashboard/agents/get-overview";
import type { ResponseOf, Role } from "@/lib/contract/operation";
import { dashboard } from "@/lib/server/dashboard";
import { dashboardSettings, indexSource } from "@/lib/server/dashboard-settings";
import { saveDetail, saveEntries } from "@/lib/server/db/indexed-agents";
import { insertLaunch } from "@/lib/server/db/launches";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let own: DashboardCalls;
const at = new Date().toISOString();

async function asking(id: string, launchedBy: string) {
  const entry = {
    id,
    name: id,
    env: { type: "cloud" },
    url: "",
    latestRunId: `run-${id}`,
    status: "ACTIVE",
    createdAt: at,
    updatedAt: at,
  };
  await saveEntries(own.store, {
    source: indexSource(dashboardSettings()),
    entries: [entry],
    pass: 1,
    readAt: new Date(),
  });
  const run = { id: entry.latestRunId, agentId: id, status: "RUNNING", createdAt: at, updatedAt: at } as const;
  const question = { id: "q", askedAt: at };
  // Everyone can read an agent without repositories.
  const detail = {
    ...entry,
    repositoryIds: [],
    repos: [],
    workOnCurrentBranch: false,
    autoCreatePR: false,
    git: { branches: [] },
  };
  await saveDetail(own.store, { agent: detail, runs: [{ ...run, question }], at: new Date() });
  await insertLaunch(own.store, { agentId: id, fields: {}, launchedAt: new Date(), launchedBy });
}

beforeAll(async () => {
  own = await startDashboardCalls();
});
afterAll(() => own.stop());

it("says which agents a user can answer: own ones, and all for those who see all", async () => {
  const users = new Map<string, Awaited<ReturnType<typeof own.someone>>>();
  for (const [name, role] of [
    ["Ada", "operator"],
    ["Bo", "operator"],
    ["Vi", "viewer"],
    ["Root", "admin"],
  ] satisfies [string, Role][]) {
    users.set(name, await own.someone(name, role));
  }
  const idOf = (name: string) => users.get(name)?.id ?? "";
  dashboard.agentViewers = async ({ id }) => ({ id, seesAll: id === idOf("Root") });
  for (const name of ["Ada", "Bo", "Vi"]) await asking(`bc-${name}`, idOf(name));
  const answerable = async (name: string) => {
    const response = await own.call(users.get(name), "GET", "/overview");
    const { needs }: ResponseOf<typeof getOverview> = await response.json();
    return needs.items.map(({ agent, canPrompt }) => `${agent.id} ${canPrompt}`).sort();
  };
  expect(await answerable("Ada")).toEqual(["bc-Ada true", "bc-Bo false", "bc-Vi false"]);
  expect(await answerable("Vi")).toEqual(["bc-Ada false", "bc-Bo false", "bc-Vi false"]);
  expect(await answerable("Root")).toEqual(["bc-Ada true", "bc-Bo true", "bc-Vi true"]);
});

it("lists the agents that a user hasn't read before those that they have", async () => {
  const ada = await own.someone("Ann", "admin");
  dashboard.agentViewers = async ({ id }) => ({ id, seesAll: true });
  const ids = Array.from({ length: 33 }, (_, index) => `bc-many-${index}`);
  for (const id of ids) await asking(id, ada.id);
  const listed = async () => {
    const response = await own.call(ada, "GET", "/overview");
    const { needs }: ResponseOf<typeof getOverview> = await response.json();
    return needs.items.map(({ agent, status }) => `agent:${agent.id}/${status}`);
  };
  const first = await listed();
  expect(first).toHaveLength(30);
  await own.call(ada, "POST", "/inbox/reads", { keys: first, read: true });
  const second = await listed();
  expect(second).toHaveLength(30);
  const unread = second.filter((key) => !first.includes(key));
  expect(unread.length).toBeGreaterThan(2);
  expect(second.slice(0, unread.length)).toEqual(unread);
});
