import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import WorkersInUse from "./workers-in-use";

afterEach(cleanup);

function show(teamSummary: { totalConnected: number; inUse: number }) {
  stubProxy(() => ({ teamSummary }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WorkersInUse />
    </QueryClientProvider>,
  );
}

it.each([
  [1, 8, "13%"],
  [3, 4, "75%"],
  [5, 5, "100%"],
])("P-WORKER-21: %i of %i workers in use is a utilization of %s", async (inUse, totalConnected, share) => {
  show({ inUse, totalConnected });
  expect(await screen.findByText(share)).toBeTruthy();
});

it("P-WORKER-21: has no utilization without workers", async () => {
  show({ inUse: 0, totalConnected: 0 });
  expect(await screen.findByText("No workers connected")).toBeTruthy();
  expect(screen.queryByText(/%/)).toBeNull();
});
