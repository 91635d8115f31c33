import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRun } from "@/lib/contract/agents/create-run";
import { FollowUp, maxFollowUps } from "@/lib/contract/dashboard/follow-up";
import { getRunPrompt } from "@/lib/contract/dashboard/follow-ups/get-run-prompt";
import type { User } from "@/lib/server/auth/session-reader";
import { deleteExpired } from "@/lib/server/db/delete-expired";
import { followUps } from "@/lib/server/db/follow-up-schema";
import { syncAfterWrite } from "@/lib/server/index/sync-after-call";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";

let own: DashboardCalls;
let ada: User;
let bo: User;

beforeAll(async () => {
  own = await startDashboardCalls();
  ada = await own.someone("Ada", "operator");
  bo = await own.someone("Bo", "operator");
});
afterAll(() => own.stop());

const newQueue = () => `/agents/bc-${crypto.randomUUID()}/follow-ups`;

async function add(path: string, text: string, user = ada): Promise<FollowUp> {
  return FollowUp.parse(await (await own.call(user, "POST", path, { prompt: { text } })).json());
}

async function texts(path: string): Promise<string[]> {
  const { items } = await (await own.call(ada, "GET", path)).json();
  return items.map(({ text }: FollowUp) => text);
}

it("keeps messages in order, and lets users move and delete them", async () => {
  const path = newQueue();
  const [a, b, c] = [await add(path, "a"), await add(path, "b", bo), await add(path, "c")];
  await own.call(bo, "PATCH", `/follow-ups/${c.id}`, { before: a.id });
  expect(await texts(path)).toEqual(["c", "a", "b"]);
  await own.call(ada, "PATCH", `/follow-ups/${c.id}`, { before: null });
  expect(await texts(path)).toEqual(["a", "b", "c"]);
  const stray = await own.call(ada, "PATCH", `/follow-ups/${c.id}`, { before: crypto.randomUUID() });
  expect([stray.status, await stray.json()]).toMatchObject([404, { error: { field: "before" } }]);
  expect((await own.call(ada, "DELETE", `/follow-ups/${b.id}`)).status).toBe(200);
  expect((await own.call(ada, "DELETE", `/follow-ups/${b.id}`)).status).toBe(404);
  expect(await texts(path)).toEqual(["a", "c"]);
});

it("lets only the author change what a message says", async () => {
  const path = newQueue();
  const { id } = await add(path, "mine");
  const denied = await own.call(bo, "PATCH", `/follow-ups/${id}`, { text: "yours" });
  expect([denied.status, await denied.json()]).toMatchObject([403, { error: { code: "follow_up_not_yours" } }]);
  expect((await own.call(ada, "PATCH", `/follow-ups/${id}`, { text: "mine still" })).status).toBe(200);
  expect(await texts(path)).toEqual(["mine still"]);
});

it("shows secrets in a message only to its author", async () => {
  const path = newQueue();
  const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  const { id, text } = await add(path, `Use ${token}`);
  expect(text).toBe(`Use ${token}`);
  expect(await texts(path)).toEqual([`Use ${token}`]);
  expect(await (await own.call(bo, "GET", path)).json()).toMatchObject({ items: [{ text: "Use ghp_[masked]" }] });
  const moved = await own.call(bo, "PATCH", `/follow-ups/${id}`, { before: null });
  expect(await moved.json()).toMatchObject({ text: "Use ghp_[masked]" });
});

it("shows the queue to viewers, and lets only operators change it", async () => {
  const viewer = await own.someone("Vi", "viewer");
  const path = newQueue();
  const { id } = await add(path, "a");
  expect((await own.call(viewer, "GET", path)).status).toBe(200);
  const changes: [string, string, unknown?][] = [
    ["POST", path, { prompt: { text: "b" } }],
    ["POST", `${path}/resume`],
    ["PATCH", `/follow-ups/${id}`, { text: "b" }],
    ["DELETE", `/follow-ups/${id}`],
    ["POST", `/follow-ups/${id}/send-now`],
  ];
  for (const [method, to, body] of changes) {
    expect((await own.call(viewer, method, to, body)).status, `${method} ${to}`).toBe(403);
    expect((await own.call(undefined, method, to, body)).status, `${method} ${to}`).toBe(401);
  }
  expect(await texts(path)).toEqual(["a"]);
});

it("adds a repeated message with the same id once, even after it was sent, and rejects the ids of others", async () => {
  const path = newQueue();
  const id = crypto.randomUUID();
  const body = { id, prompt: { text: "once" } };
  const replies = await Promise.all([1, 2, 3].map(() => own.call(ada, "POST", path, body)));
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await texts(path)).toEqual(["once"]);
  await own.store.database.update(followUps).set({ state: "sent", runId: "run-1" }).where(eq(followUps.id, id));
  const late = await own.call(ada, "POST", path, body);
  expect([late.status, await late.json()]).toMatchObject([201, { id, state: "sent", runId: "run-1" }]);
  expect(await texts(path)).toEqual([]);
  const taken: [User, string][] = [
    [bo, path],
    [ada, newQueue()],
  ];
  for (const [user, to] of taken) {
    const response = await own.call(user, "POST", to, body);
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { error: { code: "follow_up_exists", field: "id" } },
    ]);
    expect(await texts(to)).toEqual([]);
  }
  const invalid = await own.call(ada, "POST", path, { ...body, id: "mine" });
  expect([invalid.status, await invalid.json()]).toMatchObject([400, { error: { field: "id" } }]);
});

it("rejects an empty message and a full queue", async () => {
  const path = newQueue();
  const empty = await own.call(ada, "POST", path, { prompt: { text: "" } });
  expect([empty.status, await empty.json()]).toMatchObject([400, { error: { field: "prompt.text" } }]);
  for (let count = 0; count < maxFollowUps; count += 1) await add(path, `${count}`);
  const full = await own.call(ada, "POST", path, { prompt: { text: "more" } });
  expect([full.status, await full.json()]).toMatchObject([409, { error: { code: "follow_up_queue_full" } }]);
});

it("keeps the prompt of a run that a user started, without secrets, until it reaches the retention", async () => {
  const agentId = `bc-${crypto.randomUUID()}`;
  const at = "2026-11-23T12:00:00Z";
  const run = { id: "run-1", agentId, status: "CREATING", createdAt: at, updatedAt: at };
  const text = `Fix it with ghp_${"a1B2".repeat(9)} today`;
  const body = { prompt: { text, images: [{ url: "https://x.example/a.png" }] } };
  const write = { operation: createRun, params: { id: agentId }, body, userId: ada.id };
  await syncAfterWrite({ ...write, status: 409, result: async () => ({ error: {} }) });
  const promptOf = async (id = agentId) => {
    const response = await own.call(bo, "GET", `/agents/${id}/runs/run-1/prompt`);
    expect(response.status).toBe(200);
    return getRunPrompt.response.parse(await response.json()).prompt;
  };
  expect(await promptOf()).toBeNull();
  await syncAfterWrite({ ...write, status: 201, result: async () => ({ run }) });
  expect(await promptOf()).toEqual({ text: "Fix it with ghp_[masked] today", images: 1 });
  expect(await promptOf(`bc-${crypto.randomUUID()}`)).toBeNull();
  expect(await texts(`/agents/${agentId}/follow-ups`)).toEqual([]);
  await deleteExpired(own.store, { recordings: 30, audit: 0 }, Date.now());
  expect(await promptOf()).not.toBeNull();
  await deleteExpired(own.store, { recordings: 30, audit: 0 }, Date.now() + 31 * 86_400_000);
  expect(await promptOf()).toBeNull();
});
