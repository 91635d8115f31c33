import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { ListedRuleBypass } from "@/lib/contract/hosting/rule-bypass";
import { RuleBypasses } from "./rule-bypasses";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bypass = (id: string, more: Partial<ListedRuleBypass>): ListedRuleBypass => ({
  id,
  change: "push",
  ref: "refs/heads/main",
  before: "a".repeat(40),
  after: "b".repeat(40),
  actor: { user: { id: "user_1", email: "ada@example.test" } },
  createdAt: "2026-01-01T00:00:00Z",
  rules: [{ ruleset: { id: "rs_1", name: "Protect main" }, ruleType: "block_direct_updates" }],
  ...more,
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RuleBypasses name={{ ownerSlug: "demo", repoName: "orders" }} />
    </QueryClientProvider>,
  );

it("lists who bypassed which rule, where and why, and loads more", async () => {
  const none = "0".repeat(40);
  const calls = stubProxy(({ path }) =>
    path.includes("pageToken")
      ? { bypasses: [bypass("1", { change: "merge", ref: "refs/heads/release" })], nextPageToken: "" }
      : {
          bypasses: [
            bypass("4", { reason: "Outage" }),
            bypass("3", { before: none, ref: "refs/tags/v1" }),
            bypass("2", { change: "default_branch", ref: "HEAD", before: "refs/heads/main", after: "refs/heads/next" }),
          ],
          nextPageToken: "more",
        },
  );
  show();
  const texts = async () => (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent);
  expect(await texts()).toEqual([
    expect.stringMatching(/^ada@example\.test pushed to mainOutageProtect main: direct pushes are blocked/),
    expect.stringMatching(/^ada@example\.test created v1No reason given\./),
    expect.stringContaining("changed the default branch from main to next"),
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Show more" }));
  await screen.findByText("release");
  expect((await texts()).at(-1)).toContain("merged into release");
  expect(calls).toHaveLength(2);
});

it("says that there are no bypasses", async () => {
  stubProxy(() => ({ bypasses: [], nextPageToken: "" }));
  show();
  expect(await screen.findByText("No bypassed rules yet.")).toBeDefined();
});

it("isn't shown with a service that doesn't list them", async () => {
  stubProxy(() => Response.json({ error: { code: "not_implemented", message: "Not implemented" } }, { status: 501 }));
  const { container } = show();
  await vi.waitFor(() => expect(container.textContent).toBe(""));
});
