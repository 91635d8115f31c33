import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { launchQuery } from "@/components/launch/launch-queries";
import { poolsQuery, workersQuery } from "@/components/workers/worker-queries";
import { agentStatus } from "@/lib/model/status/agent-status";
import { WhyWaiting } from "./why-waiting";

afterEach(cleanup);

const createdAtMs = Date.parse("2026-05-01T12:00:00Z");
const row = { id: "bc-1", owner: "dana@example.com", pool: "gpu", labels: [], createdAtMs };
const start = { endpoint: "https://svc.example.com", prefix: "SVC", maskedKey: "sak_…" };

it("is headed by the status that lists show, on the agent's page, with the time and the position", () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(poolsQuery.queryKey, { pools: [] });
  client.setQueryData(workersQuery.queryKey, { workers: [], total: 0 });
  client.setQueryData(launchQuery(row.id).queryKey, null);
  const status = agentStatus({
    status: "ACTIVE",
    env: { type: "pool", name: "gpu" },
    run: { status: "CREATING", createdAt: new Date(createdAtMs).toISOString() },
  });
  const rows = new Map([
    [row.id, row],
    ["bc-2", { ...row, id: "bc-2", createdAtMs: createdAtMs - 1 }],
    ["bc-3", { ...row, id: "bc-3", pool: "linux", createdAtMs: createdAtMs - 1 }],
    ["bc-4", { ...row, id: "bc-4", createdAtMs: createdAtMs + 1 }],
  ]);
  render(
    <QueryClientProvider client={client}>
      <WhyWaiting row={row} rows={rows} now={createdAtMs + 60_000} start={start} status={status} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole("heading").textContent).toBe("Queued · no pool named gpu");
  expect(screen.getByText("1:00 · Position 2 of 3")).toBeTruthy();
});
