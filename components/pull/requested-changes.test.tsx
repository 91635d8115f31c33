import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { afterEach, expect, it, vi } from "vitest";
import { Toasts } from "@/components/ui/toasts";
import { type ProxyCall, stubProxy } from "@/lib/client/testing/stub-proxy";
import { samplePullReference } from "@/lib/contract/hosting/webhook-samples";
import { RequestedChanges } from "./requested-changes";
import { closedPull } from "./testing/closed-pull";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const review = (name: string, verdict: string, version: number) => ({
  ...{ id: `rev_${name}_${version}`, verdict, body: "", submittedAt: `2026-11-0${version}T00:00:00Z` },
  author: { user: { id: `user_${name}`, email: `${name}@example.test`, displayName: name } },
  pullRequestVersion: { number: String(version), headSha: "a", baseSha: "b" },
});

const name = { ownerSlug: "demo", repoName: "orders", pullNumber: "1" };
const author = { id: "bc-1", name: "Round prices", archived: false, busy: false };
const at = "2026-11-02T00:00:00Z";
let calls: ProxyCall[];

function show(reviews: readonly object[], { canWrite = true, isMergeable = true } = {}) {
  const repository = { id: "repo_1", name: "orders", owner: { slug: "demo", id: "ns_1" } };
  calls = stubProxy(({ method, path }) => {
    if (path.startsWith("/dashboard/pulls/")) return { author, runs: [] };
    if (path.endsWith("/pulls/1")) return closedPull;
    if (/check.runs/.test(path)) return { checkRuns: [], totalSize: 0, nextPageToken: "" };
    if (path.includes("/comments")) return { pullRequest: samplePullReference, comments, nextPageToken: "" };
    if (method === "POST") return { ...message, id: "fu-1" };
    return { pullRequest: { id: "pr_1", number: "1", repository }, reviews, nextPageToken: "" };
  });
  render(
    <AppRouterContext.Provider value={router}>
      <QueryClientProvider client={new QueryClient()}>
        <RequestedChanges name={name} isMergeable={isMergeable} canWrite={canWrite} />
        <Toasts />
      </QueryClientProvider>
    </AppRouterContext.Provider>,
  );
}

const go = vi.fn();
const router = { back: go, forward: go, refresh: go, push: go, replace: go, prefetch: go, bfcacheId: "" };
const comment = (id: string, body: string, thread: object) => ({
  ...{ id, body, author: { user: { id: "user_a", email: "ana@x.example", displayName: "Ana" } } },
  ...{ createdAt: at, updatedAt: at, thread: { id: `thread-${id}`, ...thread } },
});
const comments = [
  comment("1", "Please add a test.", {}),
  comment("2", "Round half up.", { path: "src/price.ts", side: "right", startLine: 3, endLine: 3 }),
  comment("3", "Fix the typo.", { path: "src/price.ts", resolvedAt: at }),
];
const message = {
  ...{ agentId: "bc-1", text: "", images: 0, mcpServers: 0, state: "sent", own: true, createdAt: at },
  author: { id: "user_b", name: "Leo" },
};

it("names reviewers who still request changes, although others approved", async () => {
  const reviews = [
    review("Ana", "request_changes", 1),
    review("Leo", "request_changes", 1),
    review("Leo", "approve", 2),
    review("Mia", "approve", 2),
  ];
  show(reviews);
  expect((await screen.findByText(/requested changes/)).textContent).toBe(
    "Ana requested changes. This doesn't block merging into the base branch.",
  );
});

it("sends the reviews and open comments to the agent that opened the pull request", async () => {
  show([{ ...review("Ana", "request_changes", 1), body: "Prices are wrong." }]);
  await userEvent.click(await screen.findByRole("button", { name: "Send to agent" }));
  await screen.findByText("Sent to the agent.");
  const sent = calls.filter(({ method }) => method === "POST");
  expect(sent).toMatchObject([
    { path: "/dashboard/agents/bc-1/follow-ups", body: { mode: "agent", pullRequest: "demo/orders/1" } },
  ]);
  const text = Object(sent[0]?.body).prompt.text;
  for (const part of ["Prices are wrong.", "Please add a test.", "src/price.ts:3", "Round half up."]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("Fix the typo.");
});

it.each([{ canWrite: false }, { isMergeable: false }])("offers nothing with %j", async (options) => {
  show([review("Ana", "request_changes", 1)], options);
  await screen.findByText(/requested changes/);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("link")).toBeNull();
});
