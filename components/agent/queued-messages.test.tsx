import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import type { FollowUp, PauseReason } from "@/lib/contract/dashboard/follow-up";
import QueuedMessages from "./queued-messages";

let calls: ProxyCall[];
let updateFails = false;
beforeEach(() => {
  localStorage.clear();
  updateFails = false;
  calls = stubProxy(({ method, path }) => {
    if (method === "PATCH" && updateFails) {
      const error = { code: "follow_up_sending", message: "The message is being sent." };
      return Response.json({ error }, { status: 409 });
    }
    if (method === "PATCH") return message("a");
    return path.endsWith("/resume") ? { agentId: "bc-1" } : { id: "b" };
  });
});
afterEach(cleanup);

const message = (id: string, more: Partial<FollowUp> = {}): FollowUp => ({
  id,
  agentId: "bc-1",
  text: `Text ${id}`,
  images: 0,
  mcpServers: 0,
  state: "waiting",
  own: true,
  author: { id: "p", name: "Ada" },
  createdAt: "2026-05-01T12:00:00Z",
  ...more,
});

const client = new QueryClient();
const page = (
  items: FollowUp[],
  { paused, canOperate = true }: { paused?: PauseReason; canOperate?: boolean } = {},
) => (
  <QueryClientProvider client={client}>
    <QueuedMessages agentId="bc-1" items={items} paused={paused} canOperate={canOperate} />
  </QueryClientProvider>
);

function show(items: FollowUp[], options: { paused?: PauseReason; canOperate?: boolean } = {}) {
  render(page(items, options));
  return screen.getAllByRole("listitem");
}

it("moves a message in front of its neighbor, by button and by keyboard", async () => {
  const [first, second] = show([message("a"), message("b"), message("c")]);
  if (!first || !second) throw new Error("no rows");
  fireEvent.click(within(second).getByRole("button", { name: "Move up" }));
  await waitFor(() =>
    expect(calls).toEqual([{ method: "PATCH", path: "/dashboard/follow-ups/b", body: { before: "a" } }]),
  );
  calls.length = 0;
  await waitFor(() => {
    fireEvent.keyDown(within(first).getByRole("button", { name: "Edit message" }), { key: "ArrowDown", altKey: true });
    expect(calls[0]).toEqual({ method: "PATCH", path: "/dashboard/follow-ups/a", body: { before: "c" } });
  });
});

it("deletes any message, but edits only your own", async () => {
  const [mine, theirs] = show([message("a"), message("b", { own: false, author: { id: "q", name: "Bo" } })]);
  if (!mine || !theirs) throw new Error("no rows");
  expect(within(theirs).queryByRole("button", { name: "Edit message" })).toBeNull();
  expect(theirs.textContent).toContain("Bo");
  fireEvent.click(within(mine).getByRole("button", { name: "Edit message" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Queued message" }), { target: { value: "Better" } });
  fireEvent.keyDown(screen.getByRole("textbox", { name: "Queued message" }), { key: "Enter", ctrlKey: true });
  await waitFor(() =>
    expect(calls).toEqual([{ method: "PATCH", path: "/dashboard/follow-ups/a", body: { text: "Better" } }]),
  );
  calls.length = 0;
  await waitFor(() => {
    fireEvent.click(within(theirs).getByRole("button", { name: "Delete message" }));
    expect(calls[0]).toEqual({ method: "DELETE", path: "/dashboard/follow-ups/b" });
  });
});

it("keeps an edited text when it can't be saved, or the message was sent meanwhile", async () => {
  const items = [message("a"), message("b")];
  const { rerender } = render(page(items));
  const [first] = screen.getAllByRole("listitem");
  if (!first) throw new Error("no row");
  fireEvent.click(within(first).getByRole("button", { name: "Edit message" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Queued message" }), { target: { value: "Long text" } });
  updateFails = true;
  fireEvent.click(screen.getByRole("button", { name: "Save message" }));
  expect(await screen.findByText(/Couldn't update the queue/)).toBeTruthy();
  const edited = () => screen.getByRole("textbox", { name: "Queued message" });
  expect(edited()).toHaveProperty("value", "Long text");
  for (const rest of [items.slice(1), []]) {
    rerender(page(rest));
    expect(edited()).toHaveProperty("value", "Long text");
    expect(screen.getByText(/sent or deleted before your changes were saved/)).toBeTruthy();
  }
  fireEvent.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("region", { name: "Queued messages" })).toBeNull();
});

it("keeps an unsaved text when another agent is opened, without taking the focus later", () => {
  const items = [message("a"), message("b")];
  const [first] = show(items);
  if (!first) throw new Error("no row");
  fireEvent.click(within(first).getByRole("button", { name: "Edit message" }));
  const edited = screen.getByRole("textbox", { name: "Queued message" });
  expect(document.activeElement).toBe(edited);
  fireEvent.change(edited, { target: { value: "Unsaved" } });
  cleanup();
  show(items);
  expect(screen.getByRole("textbox", { name: "Queued message" })).toHaveProperty("value", "Unsaved");
  expect(document.activeElement).toBe(document.body);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  cleanup();
  show(items);
  expect(screen.queryByRole("textbox", { name: "Queued message" })).toBeNull();
});

it("says why the queue is paused, and resumes it after a failed run", async () => {
  show([message("a")], { paused: "run_failed" });
  expect(screen.getByRole("status").textContent).toContain("Paused: the last run failed.");
  fireEvent.click(screen.getByRole("button", { name: "Resume" }));
  await waitFor(() => expect(calls[0]?.path).toBe("/dashboard/agents/bc-1/follow-ups/resume"));
  cleanup();
  show([message("a", { state: "refused", problem: "mode isn't supported" })], { paused: "refused" });
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  expect(screen.getByText("mode isn't supported")).toBeTruthy();
});

it("shows viewers the messages without actions", () => {
  const [row] = show([message("a")], { canOperate: false });
  expect(row?.querySelectorAll("button")).toHaveLength(0);
});
