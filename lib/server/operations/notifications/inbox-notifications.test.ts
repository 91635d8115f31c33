import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Notification } from "@/lib/contract/dashboard/notifications/list-notifications";
import type { JsonServer } from "@/lib/core/testing/json-server";
import type { User } from "@/lib/server/auth/session-reader";
import { dashboard } from "@/lib/server/dashboard";
import { addToInbox } from "@/lib/server/db/inbox-notifications";
import { saveEntries } from "@/lib/server/db/indexed-agents";
import { inboxNotifications, notificationChannels } from "@/lib/server/db/notification-schema";
import { type DashboardCalls, startDashboardCalls } from "../testing/dashboard-calls";
import { startReadableRepository } from "../testing/readable-repository";

const at = "2026-05-01T12:00:00.000Z";
let server: JsonServer;
let own: DashboardCalls;
let ada: User;
let vi: User;

beforeAll(async () => {
  server = await startReadableRepository();
  own = await startDashboardCalls();
  ada = await own.someone("Ada", "operator");
  vi = await own.someone("Vi", "viewer");
  const entry = {
    id: "bc-1",
    name: "Agent",
    env: { type: "cloud" as const },
    url: "",
    latestRunId: "run-1",
    status: "IDLE",
    createdAt: at,
    updatedAt: at,
  };
  await saveEntries(own.store, { source: server.url, entries: [entry], pass: 1, readAt: new Date(0) });
});
afterAll(async () => {
  await own.stop();
  await server.close();
});
beforeEach(() => own.store.database.delete(inboxNotifications));

const event = (title: string, about: { agentId?: string; pullRequest?: string } = {}) => ({
  id: crypto.randomUUID(),
  type: "run.failed" as const,
  at,
  title,
  detail: "",
  url: "http://127.0.0.1:3000/agents/bc-1",
  ...about,
});
const add = (user: User, ...titles: string[]) =>
  addToInbox(
    own.store,
    user.id,
    titles.map((title) => event(title)),
  );

async function list(user: User, query = ""): Promise<{ notifications: Notification[]; nextCursor?: string }> {
  const response = await own.call(user, "GET", `/notifications/inbox${query}`);
  expect(response.status).toBe(200);
  return response.json();
}
const titles = async (user: User, query?: string) => (await list(user, query)).notifications.map(({ title }) => title);
const unread = async (user: User) => (await own.call(user, "GET", "/notifications/inbox/count")).json();
const mark = (user: User | undefined, ids: string[], read = true) =>
  own.call(user, "POST", "/notifications/inbox/marks", { ids, read });

it("lists a user's notifications, newest first, in pages", async () => {
  await add(ada, ...Array.from({ length: 25 }, (_, index) => `${index}`));
  await add(vi, "for Vi");
  const first = await list(ada);
  expect(first.notifications[0]).toEqual({
    id: expect.stringMatching(/^[0-9]+$/),
    type: "run.failed",
    at,
    title: "24",
    detail: "",
    path: "/agents/bc-1",
    read: false,
  });
  expect(first.notifications).toHaveLength(20);
  const rest = await list(ada, `?cursor=${first.nextCursor}`);
  expect(rest.notifications.map(({ title }) => title)).toEqual([..."43210"]);
  expect(rest.nextCursor).toBeUndefined();
  expect(await titles(vi)).toEqual(["for Vi"]);
  for (const query of ["?cursor=x", "?cursor=-1", "?unread=maybe"]) {
    expect((await own.call(ada, "GET", `/notifications/inbox${query}`)).status).toBe(400);
  }
});

it("marks only the user's own notifications, as read and as unread", async () => {
  await add(ada, "first", "second", "third");
  const [third, second, first] = (await list(ada)).notifications.map(({ id }) => id);
  if (first === undefined || second === undefined || third === undefined) throw new Error("a notification is missing");
  expect(await unread(ada)).toEqual({ unread: 3 });
  await mark(vi, [first, second, third]);
  expect(await unread(ada)).toEqual({ unread: 3 });
  expect((await mark(ada, [second])).status).toBe(200);
  expect(await titles(ada, "?unread=true")).toEqual(["third", "first"]);
  await mark(ada, [second], false);
  expect(await unread(ada)).toEqual({ unread: 3 });

  const readAll = (user: User) => own.call(user, "POST", "/notifications/inbox/read-all", { until: second });
  await readAll(vi);
  expect(await unread(ada)).toEqual({ unread: 3 });
  expect((await readAll(ada)).status).toBe(200);
  // What arrived after the user looked stays unread.
  expect(await titles(ada, "?unread=true")).toEqual(["third"]);
  expect(await titles(ada)).toEqual(["third", "second", "first"]);
  for (const ids of [[], ["x"], ["1".repeat(19)], Array(101).fill("1")]) {
    expect((await mark(ada, ids)).status, `${ids[0]}`).toBe(400);
  }
  expect((await mark(undefined, ["1"])).status).toBe(401);
  expect((await own.call(undefined, "GET", "/notifications/inbox")).status).toBe(401);
});

it("doesn't list agents that the user can no longer see, and hides pull requests of repositories that they can't read", async () => {
  const events = [
    event("agent", { agentId: "bc-1", pullRequest: "acme/secret/1" }),
    event("deleted agent", { agentId: "bc-2" }),
    event("open", { pullRequest: "acme/open/2" }),
    event("secret", { pullRequest: "acme/secret/3" }),
    event("budget"),
  ];
  await addToInbox(own.store, vi.id, events);
  const hidden = "Pull request";
  expect(await titles(vi)).toEqual(["budget", hidden, "open", "agent"]);
  expect((await list(vi)).notifications[1]).toEqual({
    id: expect.any(String),
    type: "run.failed",
    at,
    title: hidden,
    read: false,
    detail: "In a repository that you can't read",
    path: "/inbox",
  });
  const seesAll = dashboard.agentViewers;
  dashboard.agentViewers = async ({ id }) => ({ id, seesAll: false });
  expect(await titles(vi)).toEqual(["budget", hidden, "open"]);
  expect(await unread(vi)).toEqual({ unread: 3 });
  dashboard.agentViewers = seesAll;
  expect(await titles(vi)).toContain("agent");
});

it("is a channel that can be tested and changed, but not deleted or added again", async () => {
  const [inbox] = await own.store.database
    .select()
    .from(notificationChannels)
    .where(eq(notificationChannels.userId, ada.id));
  const path = `/notifications/channels/${inbox?.id}`;
  expect(await (await own.call(ada, "POST", `${path}/test`, {})).json()).toEqual({
    delivered: true,
    message: "Added to your inbox.",
  });
  expect((await list(ada)).notifications).toMatchObject([
    { type: "test", title: "Test notification", path: "/settings/notifications", read: false },
  ]);
  const changed = await own.call(ada, "PATCH", path, { events: ["run.ended"], scope: "all" });
  expect(await changed.json()).toMatchObject({ kind: "inbox", events: ["run.ended"], scope: "all" });
  const deleted = await own.call(ada, "DELETE", path);
  expect([deleted.status, (await deleted.json()).error.message]).toEqual([
    409,
    "The inbox can't be deleted. Change what it notifies you about.",
  ]);
  expect((await own.call(ada, "POST", "/notifications/channels", { kind: "inbox" })).status).toBe(400);
  expect((await own.call(vi, "POST", `${path}/test`, {})).status).toBe(404);
});
