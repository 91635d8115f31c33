import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { afterEach, expect, it } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import { TestRouter } from "@/lib/client/testing/test-router";
import type { Agent } from "@/lib/contract/agents/agent";
import { agentStatus } from "@/lib/model/status/agent-status";
import { AgentHeader } from "./agent-header";

afterEach(cleanup);

const at = "2026-05-01T12:00:00Z";
const agent: Agent = {
  id: "bc-1",
  name: "Fix the login form",
  status: "IDLE",
  env: { type: "cloud" },
  url: "",
  createdAt: at,
  updatedAt: at,
  latestRunId: "run-1",
  repos: [],
  workOnCurrentBranch: false,
  autoCreatePR: false,
};
const run = { id: "run-1", agentId: "bc-1", status: "FINISHED", createdAt: at, updatedAt: at };

type Shown = Pick<ComponentProps<typeof AgentHeader>, "canOperate" | "access">;

function show(status: string, { canOperate, access }: Shown) {
  stubProxy(() => ({}));
  const latest = { run: { ...run, status, number: 1 }, status };
  return render(
    <TestRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AgentHeader
          agent={agent}
          latest={latest}
          status={agentStatus({ status: agent.status, env: agent.env, run: { ...latest.run, failedSteps: 2 } })}
          canOperate={canOperate}
          access={access}
          profile={{ labels: [], automation: { id: "au-1", name: "Nightly" } }}
          pull={undefined}
          unisolated={false}
          reportedCost={undefined}
          action={null}
          onDetails={() => undefined}
        />
      </QueryClientProvider>
    </TestRouter>,
  );
}

it("shows a single status for the agent and its run", async () => {
  const { container } = show("FINISHED", { canOperate: false, access: "read" });
  expect(await screen.findByTitle("Finished · 2 failed steps", undefined, { timeout: 20_000 })).toBeDefined();
  expect(screen.getByTitle("Automation: Nightly").getAttribute("href")).toBe("/automations/au-1");
  expect(container.textContent).not.toMatch(/Agent status|Run status|Idle|Run 1/);
});

it.each([
  ["read", { cancels: false, archive: true, delete: true }],
  ["manage", { cancels: true, archive: false, delete: true }],
  ["own", { cancels: true, archive: false, delete: false }],
] as const)("offers what a user with the access %s can do", async (access, { cancels, ...disabled }) => {
  show("RUNNING", { canOperate: true, access });
  expect(screen.queryAllByRole("button", { name: /^Cancel/ })).toHaveLength(cancels ? 1 : 0);
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  const isDisabled = (name: RegExp) => screen.getByRole("menuitem", { name }).hasAttribute("data-disabled");
  expect(await screen.findByRole("menuitem", { name: /^Launch again/ })).toBeTruthy();
  expect([isDisabled(/^Archive/), isDisabled(/^Delete/)]).toEqual([disabled.archive, disabled.delete]);
});
