import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { runKeys } from "@/components/transcript/run-queries";
import { stubProxy } from "@/lib/client/testing/stub-proxy";
import type { NumberedRun, NumberedRuns } from "@/lib/contract/dashboard/runs/list-numbered-runs";
import type { RunReference } from "@/lib/model/runs/run-reference";
import { useAgentRuns } from "./use-agent-runs";

afterEach(cleanup);

const at = "2026-05-01T12:00:00Z";
const run = (number: number): NumberedRun => ({
  id: `run-${number}`,
  agentId: "bc-1",
  status: "FINISHED",
  createdAt: at,
  updatedAt: at,
  number,
});

/** The runs of an agent with `state.total` of them; `counting`: their number isn't known yet. */
function show(state: { total: number; counting?: boolean }, initial?: RunReference) {
  const calls = stubProxy(({ path }): NumberedRuns | Response => {
    const query = new URLSearchParams(path.split("?")[1]);
    const id = query.get("run");
    if (id === "run-unknown") return Response.json({ error: { code: "run_not_found", message: "" } }, { status: 404 });
    const from = id === null ? Number(query.get("from") ?? state.total - 19) : Number(id.slice(4));
    const last = id === null ? Math.min(state.total, from + Number(query.get("limit") ?? 20) - 1) : from;
    const items = Array.from({ length: last - from + 1 }, (_, index) => run(from + index));
    if (!state.counting) return { total: state.total, items };
    return { items: items.map(({ number: _, ...unnumbered }) => unnumbered) };
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { result } = renderHook(() => useAgentRuns("bc-1", initial), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  const refetch = () => act(() => client.invalidateQueries({ queryKey: runKeys.latest("bc-1") }));
  return { calls, result, refetch };
}

const ends = (runs: readonly NumberedRun[]) => [runs[0]?.number, runs.at(-1)?.number];

it("shows the newest of 10,000 runs with one request", async () => {
  const { calls, result } = show({ total: 10_000 });
  await waitFor(() => expect(ends(result.current.shown)).toEqual([9_993, 10_000]));
  expect([result.current.earlier, result.current.later]).toEqual([9_992, 0]);
  expect(calls).toHaveLength(1);
});

it("opens a run by its id or number, with only the runs around it and the latest", async () => {
  const { calls, result } = show({ total: 10_000 }, { runId: "run-1" });
  await waitFor(() => expect(ends(result.current.shown)).toEqual([1, 8]));
  expect([result.current.earlier, result.current.later]).toEqual([0, 9_992]);
  act(() => result.current.include({ number: 5_000 }));
  await waitFor(() => expect(ends(result.current.shown)).toEqual([4_998, 5_005]));
  expect(result.current.followed.map(({ number }) => number)).toEqual([
    4_998, 4_999, 5_000, 5_001, 5_002, 5_003, 5_004, 5_005, 10_000,
  ]);
  // The newest, the one of the link, and two chunks for each of the runs around it.
  expect(calls.map(({ path }) => path.split("?")[1])).toEqual([
    undefined,
    "run=run-1",
    "from=1&limit=50",
    "from=4951&limit=50",
    "from=5001&limit=50",
  ]);
});

it("loads more in both directions and never more than the limit", async () => {
  const { result } = show({ total: 200 }, { number: 100 });
  await waitFor(() => expect(ends(result.current.shown)).toEqual([98, 105]));
  act(() => result.current.showEarlier());
  await waitFor(() => expect(ends(result.current.shown)).toEqual([90, 105]));
  act(() => result.current.showLater());
  act(() => result.current.showLater());
  await waitFor(() => expect(ends(result.current.shown)).toEqual([98, 121]));
  act(() => result.current.showLatest());
  await waitFor(() => expect(ends(result.current.shown)).toEqual([193, 200]));
});

it("keeps the numbers when runs are added, and shows new ones only at the end", async () => {
  const state = { total: 69 };
  const { result, refetch } = show(state);
  await waitFor(() => expect(ends(result.current.shown)).toEqual([62, 69]));
  state.total = 70;
  await refetch();
  await waitFor(() => expect(result.current.shown.map(({ id }) => id)).toContain("run-70"));
  expect(result.current.shown.every(({ id, number }) => id === `run-${number}`)).toBe(true);
  act(() => result.current.include({ number: 5 }));
  await waitFor(() => expect(ends(result.current.shown)).toEqual([3, 10]));
  state.total = 71;
  await refetch();
  await waitFor(() => expect(result.current.later).toBe(61));
  expect(ends(result.current.shown)).toEqual([3, 10]);
});

it("shows no numbers while the runs are counted, and the sought run then", async () => {
  const state = { total: 300, counting: true };
  const { result, refetch } = show(state, { number: 7 });
  await waitFor(() => expect(result.current.shown).toHaveLength(8));
  expect(ends(result.current.shown)).toEqual([undefined, undefined]);
  expect([result.current.total, result.current.earlier]).toEqual([undefined, 0]);
  state.counting = false;
  await refetch();
  await waitFor(() => expect(ends(result.current.shown)).toEqual([5, 12]));
});

it.each<RunReference>([{ runId: "run-unknown" }, { number: 70 }])(
  "shows the latest runs for a link to %o, which doesn't exist",
  async (unknown) => {
    const { result } = show({ total: 69 }, unknown);
    await waitFor(() => expect(ends(result.current.shown)).toEqual([62, 69]));
  },
);
