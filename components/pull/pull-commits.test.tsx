import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { PullCommits } from "./pull-commits";
import { closedPull } from "./testing/closed-pull";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const ana = { name: "Ana", email: "ana@example.test", date: "2026-01-01T00:00:00Z" };
const commit = (number: number) => ({
  sha: String(number).padStart(40, "0"),
  parents: [],
  commit: { author: ana, committer: ana, message: `Commit ${number}`, tree: { sha: "t" } },
});
const commits = (count: number) => Array.from({ length: count }, (_, index) => commit(index));

/** Shows a pull request whose commits are listed on pages of these sizes. */
function show(...pages: number[]) {
  stubProxy(({ path }) => {
    const page = Number(new URL(path, "http://x.test").searchParams.get("pageToken"));
    const nextPageToken = page + 1 < pages.length ? String(page + 1) : "";
    const before = pages.slice(0, page).reduce((sum, size) => sum + size, 0);
    return { commits: commits(before + (pages[page] ?? 0)).slice(before), nextPageToken };
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PullCommits name={name} pull={closedPull} />
    </QueryClientProvider>,
  );
}

const limit = () => screen.queryByText(/^Only the newest 250 commits are listed\./);

it("says that only the newest 250 commits are listed, and links to the whole history", async () => {
  show(100, 150);
  await screen.findByText("Commit 99");
  expect(limit()).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("Commit 249");
  expect(limit()).not.toBeNull();
  const history = screen.getByRole("link", { name: "History of fix/rounding" }).getAttribute("href");
  expect(history).toBe("/repositories/demo/orders?view=history&ref=fix%2Frounding");
});

it("says nothing if all commits are listed", async () => {
  show(249);
  await screen.findByText("Commit 248");
  expect(limit()).toBeNull();
});
