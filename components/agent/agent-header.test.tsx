import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { Agent } from "@/lib/contract/agents/agent";
import { agentStatus } from "@/lib/model/status/agent-status";
import { AgentHeader } from "./agent-header";

afterEach(cleanup);

const at = "2026-05-01T12:00:00Z";
const agent: Agent = {
  ...{ id: "bc-1", name: "Fix the login form", status: "IDLE", env: { type: "cloud" }, url: "" },
  ...{ createdAt: at, updatedAt: at, latestRunId: "run-1", repos: [] },
  ...{ workOnCurrentBranch: false, autoCreatePR: false },
};
const run = { id: "run-1", agentId: "bc-1", status: "FINISHED", createdAt: at, updatedAt: at };

it("shows a single status for the agent and its run", async () => {
  stubProxy(() => ({}));
  const status = agentStatus({ status: agent.status, env: agent.env, run: { ...run, failedSteps: 2 } });
  const { container } = render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AgentHeader
        agent={agent}
        latest={{ run, number: 1, status: run.status }}
        status={status}
        canOperate={false}
        labels={[]}
        owner={undefined}
        launchedBy={{ automation: { id: "au-1", name: "Nightly" } }}
        pull={undefined}
        unisolated={false}
        reportedCost={undefined}
        onDetails={() => undefined}
      />
    </QueryClientProvider>,
  );
  expect(await screen.findByTitle("Finished · 2 failed steps", undefined, { timeout: 20_000 })).toBeDefined();
  expect(screen.getByTitle("Automation: Nightly").getAttribute("href")).toBe("/automations/au-1");
  expect(container.textContent).not.toMatch(/Agent status|Run status|Idle|Run 1/);
});
