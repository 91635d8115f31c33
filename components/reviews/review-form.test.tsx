import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { ReviewForm } from "./review-form";
import { ReviewerContext } from "./reviewer";
import { stubReviewDrafts } from "./testing/stub-review-drafts";

beforeEach(() => void stubReviewDrafts());
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const me = { name: "Ana", email: "ana@example.test" };
const agents = { id: "app_managed-actor" };
const dashboard = { id: "app_1", displayName: "Slipway" };
const user = { id: "user_1", email: me.email };
const pull: PullRequest = {
  id: "pr_1",
  number: "1",
  state: "open",
  draft: false,
  merged: false,
  title: "Round",
  body: "",
  labels: [],
  head: { ref: "topic", sha: "a" },
  base: { ref: "main", sha: "b" },
  author: { user: { id: "user_2", email: "leo@x" } },
  createdAt: "",
  updatedAt: "",
  additions: 0,
  deletions: 0,
  changedFiles: 0,
  version: {
    number: "1",
    headSha: "a",
    baseSha: "b",
    createdAt: "",
    additions: 0,
    deletions: 0,
    changedFiles: 0,
    potentialMergeCommit: { state: "unknown" },
  },
};

function show(changes: Partial<PullRequest> = {}) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <ReviewerContext value={me}>
        <ReviewForm name={{ ownerSlug: "demo", repoName: "orders", pullNumber: "1" }} pull={{ ...pull, ...changes }} />
      </ReviewerContext>
    </QueryClientProvider>,
  );
}

/** Opens the form and returns whether each verdict can be chosen. */
async function verdictsOf(changes: Partial<PullRequest>) {
  show(changes);
  await userEvent.click(screen.getByLabelText("Summary"));
  return screen
    .queryAllByRole("radio")
    .map((radio) => radio instanceof HTMLInputElement && [radio.value, !radio.disabled]);
}

it("offers every verdict on pull requests by others and by agents", async () => {
  const all = [
    ["comment", true],
    ["approve", true],
    ["request_changes", true],
  ];
  expect(await verdictsOf({})).toEqual(all);
  cleanup();
  expect(await verdictsOf({ author: { user: { ...user, performedVia: { app: agents } } } })).toEqual(all);
});

it("doesn't offer to approve your own pull request", async () => {
  expect(await verdictsOf({ author: { user } })).toContainEqual(["approve", false]);
  cleanup();
  const author = { user: { ...user, performedVia: { app: dashboard } } };
  expect(await verdictsOf({ author })).toContainEqual(["approve", false]);
});

it("offers no verdict on a merged or closed pull request", async () => {
  expect(await verdictsOf({ state: "merged", merged: true })).toEqual([]);
});

it("is one line until it is focused, and keeps a draft open", async () => {
  const { unmount } = show();
  const summary = () => screen.getByLabelText("Summary");
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.queryByRole("button", { name: "Publish review" })).toBeNull();
  await userEvent.type(summary(), "Reads well.");
  expect(document.activeElement).toBe(summary());
  expect(screen.getAllByRole("radio")).toHaveLength(3);
  expect(screen.getByRole("button", { name: "Publish review" })).toBeTruthy();
  unmount();
  show();
  expect(summary()).toHaveProperty("value", "Reads well.");
  expect(screen.getAllByRole("radio")).toHaveLength(3);
});
