import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { Conversation } from "./conversation";
import { closedPull } from "./testing/closed-pull";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const owner = { slug: "demo", id: "ns_1" };
const reference = { id: "pr_7", number: "7", repository: { id: "repo_1", name: "orders", owner } };
const ana = { user: { id: "user_1", email: "ana@example.test", displayName: "Ana Reyes" } };
const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`;
const version = (number: string) => ({ number, headSha: number.repeat(40), baseSha: "b".repeat(40) });
const push = { before: "1".repeat(40), after: "2".repeat(40) };
const events = [
  { type: "opened", actor: ana, version: version("1") },
  { type: "pushed", actor: ana, version: version("2"), push: { ...push, forced: false, commits: 1 } },
  { type: "pushed", actor: ana, version: version("3"), push: { ...push, forced: true, commits: 2 } },
  { type: "pushed", actor: ana, version: version("4"), push },
  { type: "title_changed", actor: ana, change: { from: "Old", to: "<b>New</b>" } },
  { type: "description_changed", actor: ana },
  { type: "base_changed", change: { from: "main", to: "release" } },
  { type: "stack_parent_changed", actor: ana, parentPullRequest: { number: "6" } },
  { type: "stack_parent_changed", actor: ana },
  { type: "labeled", actor: ana, label: { name: "bug", color: "ff0000" } },
  { type: "review_requested", actor: ana, reviewer: { user: { id: "user_2", email: "leo@example.test" } } },
  { type: "review_request_removed", actor: ana, reviewer: { group: { id: "grp_1", slug: "backend" } } },
  { type: "closed", actor: ana, closeReason: "head_deleted" },
  { type: "head_branch_restored", actor: ana },
  { type: "head_branch_deleted", actor: ana },
  { type: "thread_resolved", actor: ana, thread: { id: "cth_1", path: "src/money.js" } },
  { type: "thread_reopened", actor: ana, thread: { id: "cth_2" } },
  { type: "from_the_future", actor: ana },
].map((event, index) => ({ id: String(index + 1), createdAt: at(index), ...event }));
const review = {
  id: "rev_1",
  body: "",
  author: ana,
  verdict: "approve",
  submittedAt: at(3),
  pullRequestVersion: version("3"),
  submitted_at: at(3),
  comments: [],
  state: "submitted",
};

it("lists changes and reviews in one order, with what changed", async () => {
  stubProxy(({ path }) => {
    if (path.includes("/timeline")) return { events, nextPageToken: "" };
    if (path.includes("/reviews")) return { reviews: [review], pullRequest: reference, nextPageToken: "" };
    if (path.includes("/comments")) return { comments: [], pullRequest: reference, nextPageToken: "" };
    return Response.json({ code: 5, message: "Not found" }, { status: 404 });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Conversation name={name} pull={closedPull} canWrite={false} />
    </QueryClientProvider>,
  );
  await screen.findByText("approved", { exact: false });
  await screen.findByText("opened the pull request", { exact: false });
  const entries = within(screen.getByRole("region", { name: "Conversation" })).getAllByRole("listitem");
  // The time follows a review's version without a space.
  const ago = / \d+ d ago$/;
  expect(entries.map((entry) => entry.textContent?.replace(ago, ""))).toEqual([
    "Ana Reyes opened the pull request",
    "Ana Reyes pushed 1 commit (version 2)",
    "Ana Reyes force-pushed 2 commits (version 3)",
    "Ana Reyes pushed (version 4)",
    "Ana Reyes approved version",
    "Ana Reyes changed the title from “Old” to “<b>New</b>”",
    "Ana Reyes changed the description",
    "The service changed the base from main to release",
    "Ana Reyes changed its stack parent to #6",
    "Ana Reyes removed its stack parent",
    "Ana Reyes added the label bug",
    "Ana Reyes requested a review from leo@example.test",
    "Ana Reyes withdrew the review request for the group backend",
    `Ana Reyes closed it by deleting ${closedPull.head.ref}`,
    `Ana Reyes restored the branch ${closedPull.head.ref}`,
    `Ana Reyes deleted the branch ${closedPull.head.ref}`,
    "Ana Reyes resolved a thread on src/money.js",
    "Ana Reyes reopened a thread",
    "Ana Reyes changed the pull request (from_the_future)",
  ]);
  expect(screen.getByRole("link", { name: "Changes from version 2 to 3" }).getAttribute("href")).toBe(
    "/pulls/demo/orders/7?tab=files&versions=2..3",
  );
});
