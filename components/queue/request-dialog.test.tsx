import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { launchQuery } from "@/components/launch/launch-queries";
import { poolsQuery, workersQuery } from "@/components/workers/worker-queries";
import { LaunchFields } from "@/lib/contract/dashboard/launch-fields";
import type { Pool } from "@/lib/contract/pools/pool";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { RequestDialog } from "./request-dialog";

afterEach(cleanup);

const gpu: Pool = {
  scope: "team",
  ownerId: 1,
  poolName: "gpu",
  connectedWorkerCount: 2,
  inUseWorkerCount: 0,
  firstSeenAtMs: 0,
  lastSeenAtMs: 0,
  isStale: false,
  workerReadyTimeoutSeconds: 0,
};
const row: QueueRow = {
  id: "bc-1",
  owner: "dana@example.com",
  pool: "gpu",
  labels: [{ key: "pool", value: "gpu" }],
  createdAtMs: Date.now() - 60_000,
};

async function explanation(launchedFrom: LaunchFields | null): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(poolsQuery.queryKey, { pools: [gpu] });
  client.setQueryData(workersQuery.queryKey, { workers: [], total: 0 });
  client.setQueryData(["agents", "names", row.id], new Map([[row.id, "Upgrade the build"]]));
  client.setQueryData(launchQuery(row.id).queryKey, launchedFrom);
  render(
    <QueryClientProvider client={client}>
      <RequestDialog
        id={row.id}
        rows={new Map([[row.id, row]])}
        offsetMs={0}
        start={{ endpoint: "https://svc.example.com", prefix: "SVC", maskedKey: "sak_…" }}
        canClaim={false}
        canRelease={false}
        onClose={() => undefined}
      />
    </QueryClientProvider>,
  );
  const why = await screen.findByRole("region", { name: "Why is it waiting?" }, { timeout: 20_000 });
  expect(screen.getByRole("link", { name: "Upgrade the build" }).getAttribute("href")).toBe(`/agents/${row.id}`);
  return why.textContent ?? "";
}

it("names the missing model of an agent launched from this dashboard", async () => {
  expect(await explanation(LaunchFields.parse({ model: "quill-2" }))).toContain("no worker with the model quill-2");
});

it("doesn't name the missing model of an agent launched elsewhere", async () => {
  expect(await explanation(null)).toContain("no worker with the requested model");
});
