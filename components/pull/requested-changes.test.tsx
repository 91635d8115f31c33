import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { RequestedChanges } from "./requested-changes";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const review = (name: string, verdict: string, version: number) => ({
  ...{ id: `rev_${name}_${version}`, verdict, body: "", submittedAt: `2026-11-0${version}T00:00:00Z` },
  author: { user: { id: `user_${name}`, email: `${name}@example.test`, displayName: name } },
  pullRequestVersion: { number: String(version), headSha: "a", baseSha: "b" },
});

it("names reviewers who still request changes, although others approved", async () => {
  const reviews = [
    review("Ana", "request_changes", 1),
    review("Leo", "request_changes", 1),
    review("Leo", "approve", 2),
    review("Mia", "approve", 2),
  ];
  const repository = { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } };
  stubProxy(() => ({ pullRequest: { id: "pr_1", number: "1", repository }, reviews, nextPageToken: "" }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RequestedChanges name={{ ownerSlug: "demo", repoName: "orders", pullNumber: "1" }} isMergeable />
    </QueryClientProvider>,
  );
  expect((await screen.findByText(/requested changes/)).textContent).toBe(
    "Ana requested changes. This doesn't block merging into the base branch.",
  );
});
