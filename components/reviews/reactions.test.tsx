import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import type { PullRequestComment } from "@/lib/contract/hosting/comment";
import { AddReaction, Reactions } from "./reactions";
import { ReviewerContext } from "./reviewer";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const me = { name: "Ana", email: "ana@example.test" };
const reactor = (displayName: string, email: string) => ({ user: { id: `user_${displayName}`, displayName, email } });
const ana = reactor("Ana", me.email);
const leo = reactor("Leo", "leo@example.test");
const comment: PullRequestComment = {
  id: "cmt_1",
  body: "Round here",
  author: leo,
  createdAt: "",
  updatedAt: "",
  thread: { id: "thr_1" },
  reactions: [
    { content: "thumbs_up", emoji: "👍", reactor: leo },
    { content: "thumbs_up", emoji: "👍", reactor: ana },
    { content: "CONTENT_UNSPECIFIED", emoji: "🦆", reactor: leo },
  ],
};
const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };

function show(canWrite = true) {
  const calls = stubProxy(() => new Response(null, { status: 204 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ReviewerContext value={me}>
        <AddReaction name={name} comment={comment} />
        <Reactions name={name} comment={comment} canWrite={canWrite} />
      </ReviewerContext>
    </QueryClientProvider>,
  );
  return () => calls.map(({ method, path, body }: ProxyCall) => ({ method, path: decodeURIComponent(path), body }));
}

it("shows each emoji once, with its number, who used it, and whether the user did", () => {
  show();
  const thumbs = screen.getByRole("button", { name: "Thumbs up: 2" });
  expect(thumbs.title).toBe("Leo and Ana");
  expect(thumbs.getAttribute("aria-pressed")).toBe("true");
  expect(screen.getByRole("button", { name: "🦆: 1" }).getAttribute("aria-pressed")).toBe("false");
});

const path = "/v1/repohost/repos/demo/orders/pulls/comments/cmt_1/reactions";

it("removes the user's reaction", async () => {
  const calls = show();
  await userEvent.click(screen.getByRole("button", { name: "Thumbs up: 2" }));
  await waitFor(() => expect(calls()).toMatchObject([{ method: "DELETE", path: `${path}/👍` }]));
});

it("adds the user to an existing reaction", async () => {
  const calls = show();
  await userEvent.click(screen.getByRole("button", { name: "🦆: 1" }));
  await waitFor(() => expect(calls()).toMatchObject([{ method: "POST", path, body: { emoji: "🦆" } }]));
});

it("adds a reaction from the menu", async () => {
  const calls = show();
  await userEvent.click(screen.getByRole("button", { name: "Add reaction" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Rocket" }));
  await waitFor(() => expect(calls()).toMatchObject([{ method: "POST", body: { emoji: "🚀" } }]));
});

it("is read-only for viewers", () => {
  show(false);
  expect(screen.getByRole("button", { name: "Thumbs up: 2" })).toHaveProperty("disabled", true);
});
