import { afterAll, beforeAll, expect, it } from "vitest";
import type { User } from "@/lib/server/auth/session-reader";
import { agentRows } from "@/lib/server/db/agent-rows";
import { removeAgent, saveEntries } from "@/lib/server/db/indexed-agents";
import { insertLaunch } from "@/lib/server/db/launches";
import { agentProfiles } from "@/lib/server/db/schema";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let own: DashboardCalls;
let ada: User;
const id = `bc-${crypto.randomUUID()}`;
const path = `/agents/${id}/profile`;
const at = "2026-05-01T12:00:00.000Z";

beforeAll(async () => {
  own = await startDashboardCalls();
  ada = await own.someone("Ada", "operator");
  const entry = {
    id,
    name: "Own name",
    env: { type: "cloud" },
    url: "",
    latestRunId: "run-1",
    status: "IDLE",
    createdAt: at,
    updatedAt: at,
  };
  await saveEntries(own.store, { source: "test", entries: [entry], pass: 1, readAt: new Date() });
});
afterAll(() => own.stop());

const rows = (me?: string) => {
  const viewer = me === undefined ? undefined : { id: me, seesAll: true };
  return agentRows(own.store, { source: "test", after: undefined, limit: 5, viewer });
};
const update = (body: unknown, user = ada, to = path) => own.call(user, "PATCH", to, body);

it("renames and labels an agent in lists, and restores its own name", async () => {
  const labeled = await update({ name: " Checkout fix ", labels: ["urgent", "b", "urgent"] });
  expect([labeled.status, await labeled.json()]).toEqual([200, { name: "Checkout fix", labels: ["b", "urgent"] }]);
  expect(await rows()).toMatchObject([{ name: "Checkout fix", labels: ["b", "urgent"] }]);
  await update({ name: null });
  expect(await rows()).toMatchObject([{ name: "Own name", labels: ["b", "urgent"] }]);
});

it("shows the user who launched it as its owner", async () => {
  expect((await rows())[0]?.owner).toBeUndefined();
  await insertLaunch(own.store, { agentId: id, fields: {}, launchedAt: new Date(), launchedBy: ada.id });
  expect((await rows(ada.id))[0]?.owner).toEqual({ id: ada.id, name: "Ada", me: true });
  expect((await rows("someone"))[0]?.owner?.me).toBe(false);
});

it("rejects viewers, invalid input and unknown agents", async () => {
  const viewer = await own.someone("Vi", "viewer");
  expect((await update({ name: "x" }, viewer)).status).toBe(403);
  expect((await own.call(viewer, "GET", path)).status).toBe(200);
  for (const [body, field] of [
    [{ name: " " }, "name"],
    [{ labels: Array.from({ length: 11 }, (_, index) => `${index}`) }, "labels"],
    [{ labels: ["x".repeat(41)] }, "labels.0"],
  ] as const) {
    const rejected = await update(body);
    expect([rejected.status, await rejected.json()]).toMatchObject([400, { error: { field } }]);
  }
  expect((await update({ name: "x" }, ada, `/agents/bc-${crypto.randomUUID()}/profile`)).status).toBe(404);
});

it("deletes the profile of a deleted agent", async () => {
  await removeAgent(own.store, { id, source: "test", at: new Date() });
  expect(await own.store.database.select().from(agentProfiles)).toEqual([]);
});
