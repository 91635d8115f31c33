import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jobPollMs } from "@/components/mirrors/mirror-queries";
import type { MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import { MirrorSection } from "./mirror-section";
import { mirrorActions, mirrorState } from "./mirror-states";
import { at, mirror, name, repo } from "./testing/mirror-fixtures";

const job: MirrorTransitionJob = {
  id: "rmt_1",
  transition: "initial_to_inbound",
  status: "running",
  phase: "queued",
  attemptCount: 1,
  createdAt: at,
  updatedAt: at,
};

let response: { activeJob?: MirrorTransitionJob; lastJob?: MirrorTransitionJob };
let requestCount: number;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  requestCount = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/admin/v1/repositories/repo_1/mirror"))
      return Response.json({ mirror: mirror("transitioning-initial-to-inbound") });
    requestCount += 1;
    return Response.json(response);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MirrorSection name={name} repo={repo} />
    </QueryClientProvider>,
  );
}

it("polls a transition by its status regardless of its phase, and shows an unknown phase as is (H-MIRROR-36)", async () => {
  // A final-looking phase doesn't end polling; a final status does, even with an active-looking phase.
  response = { activeJob: { ...job, phase: "completed" } };
  show();
  expect(await screen.findByText("Running")).toBeTruthy();
  expect(screen.getByText("completed")).toBeTruthy();
  const before = requestCount;
  response = { activeJob: { ...job, phase: "unknown-phase" } };
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(requestCount).toBeGreaterThan(before);
  expect(await screen.findByText("unknown-phase")).toBeTruthy();
  expect(screen.getByText("Running")).toBeTruthy();

  response = { lastJob: { ...job, status: "succeeded", phase: "draining-writes", completedAt: at } };
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByText("Succeeded")).toBeTruthy();
  expect(screen.getByText("draining-writes")).toBeTruthy();
  const ended = requestCount;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(requestCount).toBe(ended);
});

it("keeps polling slowly for unknown statuses and statuses that need attention", () => {
  expect(jobPollMs({ status: "running" })).toBeLessThan(5_000);
  for (const status of ["requires_attention", "unknown_status"]) {
    expect(jobPollMs({ status })).toBeGreaterThan(5_000);
  }
  for (const status of ["succeeded", "failed_rolled_back", "superseded"]) expect(jobPollMs({ status })).toBe(false);
  expect(jobPollMs(undefined)).toBe(false);
});

it("shows the message and code of a failed transition", async () => {
  const lastErrorMessage = "The upstream rejected the credential or the repository wasn't found";
  response = {
    lastJob: { ...job, status: "failed_rolled_back", lastErrorCode: "UpstreamAccessDenied", lastErrorMessage },
  };
  show();
  expect(await screen.findByText("Failed, rolled back")).toBeTruthy();
  const transition = screen.getByRole("region", { name: "Transition" });
  expect(transition.textContent).toContain(`${lastErrorMessage} (UpstreamAccessDenied)`);
});

it("offers only the allowed actions, and shows an unknown status as is", () => {
  expect(mirrorActions("inbound", undefined)).toEqual(["inbound_to_outbound", "detach"]);
  expect(mirrorActions("transitioning-outbound-to-inbound", { status: "running" })).toEqual([]);
  expect(mirrorActions("transitioning-outbound-to-inbound", { status: "requires_attention" })).toContain("force");
  expect(mirrorActions("sideways", undefined)).toEqual([]);
  expect(mirrorState("sideways")).toMatchObject({ title: "sideways" });
});
