import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { useTabDetails } from "./tab-details";
import { closedPull } from "./testing/closed-pull";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "7" };
const author = { user: { id: "user_1", email: "ana@example.test" } };
const at = "2026-01-01T00:00:00Z";
const comment = (thread: object, id: string) => ({ id, body: "?", author, createdAt: at, updatedAt: at, thread });
const comments = [
  comment({ id: "thr_1" }, "cmt_1"),
  comment({ id: "thr_1" }, "cmt_2"),
  comment({ id: "thr_2", resolvedAt: at }, "cmt_3"),
];
const reference = {
  id: "pr_7",
  number: "7",
  repository: { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } },
};
const commit = (sha: string) => ({
  sha,
  commit: {
    message: "Change",
    author: { name: "Ana", email: "ana@example.test", date: at },
    committer: { name: "Ana", email: "ana@example.test", date: at },
    tree: { sha },
  },
  parents: [],
});

function Details({ pull }: { pull: PullRequest }) {
  const details = useTabDetails(name, pull);
  return ["", "commits", "checks", "files"].map((id) => (
    <p key={id} data-testid={`tab ${id}`}>
      {details[id]}
    </p>
  ));
}

it("shows open threads, commits and files next to the names of the tabs", async () => {
  stubProxy(({ path }) => {
    if (path.includes("/comments")) return { comments, pullRequest: reference, nextPageToken: "" };
    if (path.includes("/commits?"))
      return { commits: [commit("a".repeat(40)), commit("b".repeat(40))], nextPageToken: "more" };
    return Response.json({ code: 5, message: "Not found" }, { status: 404 });
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Details pull={{ ...closedPull, changedFiles: 1234 }} />
    </QueryClientProvider>,
  );
  const texts = () => screen.getAllByTestId(/^tab/).map(({ textContent }) => textContent);
  await waitFor(() => expect(texts()).toEqual(["1 open", "2+", "", "1,234"]));
});
