import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Toasts } from "@/components/ui/toasts";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import type { Notification } from "@/lib/contract/dashboard/notifications/list-notifications";
import { InboxScreen } from "./inbox-screen";
import UnreadCount from "./unread-count";

const at = "2026-05-01T12:00:00.000Z";
let calls: ProxyCall[];
let stored: Notification[];
let fails: boolean;

const notification = (id: string, more: Partial<Notification> = {}): Notification => ({
  id,
  type: "run.failed",
  at,
  title: "Run failed",
  detail: `Agent ${id}`,
  path: `/agents/bc-${id}`,
  read: false,
  ...more,
});

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  fails = false;
  stored = [notification("3"), notification("2", { read: true }), notification("1")];
  calls = stubProxy(({ method, path, body }) => {
    if (method === "POST") {
      if (fails) return Response.json({ error: { code: "conflict", message: "Failed" } }, { status: 409 });
      const { ids = stored.map(({ id }) => id), read = true } = body as { ids?: string[]; read?: boolean };
      stored = stored.map((each) => (ids.includes(each.id) ? { ...each, read } : each));
      return { ids: [], until: "3" };
    }
    if (path.endsWith("/count")) return { unread: stored.filter(({ read }) => !read).length };
    const isUnread = path.includes("unread=true");
    return { notifications: stored.filter(({ read }) => !isUnread || !read) };
  });
});
afterEach(cleanup);

async function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <UnreadCount />
      <InboxScreen />
      <Toasts />
    </QueryClientProvider>,
  );
  await screen.findByRole("list", { name: "Notifications" });
  return userEvent.setup();
}
function rows(): (string | null)[] {
  const list = screen.queryByRole("list", { name: "Notifications" });
  // Toasts are also list items.
  return list
    ? within(list)
        .queryAllByRole("link")
        .map(({ textContent }) => textContent)
    : [];
}
const marks = () => calls.filter(({ method }) => method === "POST");

it("shows unread notifications with their count, and all of them", async () => {
  const user = await open();
  expect(rows()).toEqual(["Agent 3 (unread)", "Agent 1 (unread)"]);
  expect((await screen.findByText("2")).textContent).toBe("2 unread");
  expect(screen.getByRole("link", { name: /Agent 3/ }).getAttribute("href")).toBe("/agents/bc-3");
  await user.click(screen.getByRole("radio", { name: "All" }));
  await waitFor(() => expect(rows()).toEqual(["Agent 3 (unread)", "Agent 2", "Agent 1 (unread)"]));
});

it("marks the focused notification with e, and what is opened", async () => {
  const user = await open();
  await user.keyboard("je");
  await waitFor(() => expect(rows()).toEqual(["Agent 1 (unread)"]));
  await waitFor(() =>
    expect(marks()).toMatchObject([{ path: "/dashboard/notifications/inbox/marks", body: { ids: ["3"], read: true } }]),
  );
  screen.getByRole("link", { name: /Agent 1/ }).addEventListener("click", (event) => event.preventDefault());
  await user.click(screen.getByRole("link", { name: /Agent 1/ }));
  expect(await screen.findByText("You're all caught up")).toBeTruthy();
  await waitFor(() => expect(screen.queryByText("unread")).toBeNull());
  await user.click(screen.getByRole("radio", { name: "All" }));
  await user.click(await screen.findByRole("button", { name: "Mark as unread: Agent 2" }));
  await waitFor(() => expect(rows()).toContain("Agent 2 (unread)"));
});

it("marks all as read up to the newest that was shown", async () => {
  const user = await open();
  await user.click(screen.getByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByText("You're all caught up")).toBeTruthy();
  await waitFor(() =>
    expect(marks()).toMatchObject([{ path: "/dashboard/notifications/inbox/read-all", body: { until: "3" } }]),
  );
});

it("shows what failed, and the notification as it was", async () => {
  const user = await open();
  fails = true;
  await user.click(screen.getByRole("button", { name: "Mark as read: Agent 3" }));
  expect(await screen.findByText("Couldn't update the inbox.")).toBeTruthy();
  await waitFor(() => expect(rows()).toEqual(["Agent 3 (unread)", "Agent 1 (unread)"]));
});
