import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { TestRouter } from "@/lib/client/testing/test-router";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import { AgentRow } from "./agent-row";
import type { PullLinkOf } from "./use-pull-links";

afterEach(cleanup);

const at = "2026-05-01T12:00:00Z";
const url = "https://git.example.com/demo/orders/pull/17";
const failed: Agent = {
  id: "bc-1",
  name: "Fix the login form",
  status: "IDLE",
  env: { type: "pool", name: "gpu" },
  createdAt: at,
  updatedAt: at,
  latestRunId: "run-1",
  model: "large-1",
  labels: ["urgent"],
  tokens: 1200,
  run: { status: "ERROR", updatedAt: at, errorCode: "environment_install_failed", durationMs: 65_000 },
  repos: [{ url: "https://git.example.com/demo/orders", prUrl: url }],
  branches: [],
  owner: { id: "1", name: "Ada Lovelace", me: false },
};
const admin = { canOperate: true, isAdmin: true };

function show(agent: Agent, user = admin, pullLink: PullLinkOf = () => undefined) {
  const calls = stubProxy(() => ({}));
  const onFilter = vi.fn<(term: string) => void>();
  render(
    <TestRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AgentRow
          agent={agent}
          current={false}
          selected={false}
          onSelect={undefined}
          pools={undefined}
          columns={{ costs: new Map([["bc-1", 1.5]]), currency: "USD", pinned: new Set() }}
          user={user}
          pullLink={pullLink}
          onPin={() => undefined}
          onFilter={onFilter}
        />
      </QueryClientProvider>
    </TestRouter>,
  );
  return { calls, onFilter };
}

it("shows status, owner and figures in full", () => {
  show(failed);
  expect(screen.getByTitle("Failed: install").className).not.toMatch(/truncate/);
  expect(screen.getAllByText("Ada Lovelace").length).toBeGreaterThan(0);
  for (const text of ["1 min 5 s", "1.2K", "≈ 1.50 USD"]) expect(screen.getByText(text)).toBeTruthy();
});

it.each([
  ["Failed", "status:failed"],
  ["demo/orders", "repo:demo/orders"],
  ["Ada Lovelace", 'owner:"Ada Lovelace"'],
  ["urgent", "label:urgent"],
  ["large-1", "model:large-1"],
])("filters by %s without opening the agent", async (text, term) => {
  const { onFilter } = show(failed);
  const [value] = screen.getAllByText(text, { exact: text !== "Failed" });
  const button = value?.closest("button");
  if (!button) throw new Error(`${text} isn't a button`);
  await userEvent.click(button);
  expect(onFilter.mock.calls).toEqual([[term]]);
  expect(button.closest("a")).toBeNull();
});

it("leads to the pull request, with its state and checks", () => {
  const withPull: Agent = {
    ...failed,
    pulls: [{ url, state: "open", draft: false, additions: 1, deletions: 0, checks: "failed" }],
  };
  show(withPull, admin, (address) => ({ address }));
  const link = screen.getByRole("link", { name: /Pull request\s*#17\s*open, checks failed/ });
  expect([link.getAttribute("href"), link.title]).toEqual([url, "open, checks failed"]);
});

it("offers actions while the pointer is over the row", async () => {
  const { calls } = show(failed);
  expect(screen.queryByRole("button", { name: /^Retry/ })).toBeNull();
  await userEvent.hover(screen.getByRole("link", { name: "Fix the login form" }));
  await userEvent.click(screen.getByRole("button", { name: "Retry: Fix the login form" }));
  await vi.waitFor(() => expect(calls).toContainEqual({ method: "POST", path: "/dashboard/agents/bc-1/retry" }));
});

it("has everything in a menu for keyboard and touch", async () => {
  const { onFilter } = show(failed);
  screen.getByRole("button", { name: "Actions for Fix the login form" }).focus();
  await userEvent.keyboard("{Enter}");
  const menu = await screen.findByRole("menu");
  const names = within(menu)
    .getAllByRole("menuitem")
    .map(({ textContent }) => textContent);
  expect(names).toEqual(
    expect.arrayContaining(["Retry", "Archive", "Launch again…", "Pin", "status:failed", "env:gpu"]),
  );
  await userEvent.click(within(menu).getByRole("menuitem", { name: "model:large-1" }));
  expect(onFilter.mock.calls).toEqual([["model:large-1"]]);
});

it("offers viewers only what doesn't change anything", async () => {
  show(failed, { canOperate: false, isAdmin: false });
  await userEvent.hover(screen.getByRole("link", { name: "Fix the login form" }));
  expect(screen.queryByRole("button", { name: /^(?:Retry|Archive)/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Actions for Fix the login form" }));
  const menu = await screen.findByRole("menu");
  expect(within(menu).queryByRole("menuitem", { name: /Retry|Archive|Launch/ })).toBeNull();
});
