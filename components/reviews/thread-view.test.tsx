import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Thread } from "./review-queries";
import { ThreadView } from "./thread-view";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  window.location.hash = "";
});

const author = { user: { id: "user_1", email: "ana@example.test", displayName: "Ana" } };
const comment = (id: string, createdAt: string, body: string) => ({
  id,
  body,
  author,
  createdAt,
  updatedAt: createdAt,
  thread: { id: "thr_1" },
});
const first = comment("cmt_1", "2026-01-01T10:00:00Z", "Too slow.\n```suggestion\nfast()\n```");

function show(thread: Partial<Thread>, { hideSuggestions = false, showLocation = false } = {}) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ThreadView
        name={{ ownerSlug: "demo", repoName: "orders", pullNumber: "7" }}
        thread={{ id: "thr_1", comments: [first], ...thread }}
        canWrite={false}
        hideSuggestions={hideSuggestions}
        showLocation={showLocation}
      />
    </QueryClientProvider>,
  );
  return screen.getByRole("group");
}

const resolvedAt = "2026-01-01T11:00:00Z";

it("collapses a resolved thread", () => {
  const thread = show({ resolvedAt });
  expect(thread.hasAttribute("open")).toBe(false);
  expect(screen.queryByText("New reply")).toBeNull();
});

it("keeps a resolved thread open if someone replied later", () => {
  const reply = comment("cmt_2", "2026-01-01T11:00:01Z", "It still is.");
  const thread = show({ resolvedAt, comments: [first, reply] });
  expect(thread.hasAttribute("open")).toBe(true);
  expect(screen.getByText("New reply")).toBeTruthy();
  expect(screen.getByText("Resolved")).toBeTruthy();
});

it("shows a suggestion once: in the comment, or where it is shown as a diff", () => {
  expect(show({}).textContent).toContain("fast()");
  cleanup();
  const text = show({}, { hideSuggestions: true }).textContent;
  expect(text).toContain("Too slow.");
  expect(text).not.toContain("fast()");
});

it("copies a link that opens the thread and scrolls to it, even if it's resolved", async () => {
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  show({ resolvedAt });
  screen.getByRole("button", { name: "Copy link to thread" }).click();
  const link = new URL(writeText.mock.calls[0]?.[0] ?? "");
  expect(link.pathname).toBe("/pulls/demo/orders/7");
  await screen.findByRole("button", { name: "Copied link to thread" });
  cleanup();

  const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  window.location.hash = link.hash;
  expect(show({ id: "thr_2", resolvedAt }, { showLocation: true }).hasAttribute("open")).toBe(false);
  expect(scroll).not.toHaveBeenCalled();
  cleanup();
  expect(show({ resolvedAt }, { showLocation: true }).hasAttribute("open")).toBe(true);
  expect(scroll).toHaveBeenCalledOnce();
});

it("opens when a link to it is followed on the same page", () => {
  const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
  const thread = show({ resolvedAt }, { showLocation: true });
  const follow = (hash: string) => {
    window.history.replaceState(null, "", hash);
    act(() => void window.dispatchEvent(new HashChangeEvent("hashchange")));
  };
  follow("#thread-thr_2");
  expect(thread.hasAttribute("open")).toBe(false);
  expect(scroll).not.toHaveBeenCalled();
  follow("#thread-thr_1");
  expect(thread.hasAttribute("open")).toBe(true);
  expect(scroll).toHaveBeenCalledOnce();
});
