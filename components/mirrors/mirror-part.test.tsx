import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jobPollMs } from "@/components/mirrors/mirror-queries";
import type { MirrorTransitionJob } from "@/lib/contract/hosting/mirror";
import { mirrorActions, mirrorStatus } from "./mirror-labels";
import { MirrorPart } from "./mirror-part";
import { at, mirror, name, repo } from "./testing/told-mirror";

const job: MirrorTransitionJob = {
  ...{ id: "rmt_1", transition: "initial_to_inbound", status: "running", phase: "queued", attemptCount: 1 },
  ...{ createdAt: at, updatedAt: at },
};

let answer: { activeJob?: MirrorTransitionJob; lastJob?: MirrorTransitionJob };
let asked: number;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  asked = 0;
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/admin/v1/repositories/repo_1/mirror"))
      return Response.json(mirror("transitioning-initial-to-inbound"));
    asked += 1;
    return Response.json(answer);
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
      <MirrorPart name={name} repo={repo} />
    </QueryClientProvider>,
  );
}

it("asks for a transition by its status, whatever its phase says, and shows a phase nobody knows as it is (H-MIRROR-36)", async () => {
  // A phase that sounds over does not end the asking; a status that is over does, with a phase that sounds under way.
  answer = { activeJob: { ...job, phase: "completed" } };
  show();
  expect(await screen.findByText("Running")).toBeTruthy();
  expect(screen.getByText("completed")).toBeTruthy();
  const before = asked;
  answer = { activeJob: { ...job, phase: "rehearsing-quantum-fold" } };
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(asked).toBeGreaterThan(before);
  expect(await screen.findByText("rehearsing-quantum-fold")).toBeTruthy();
  expect(screen.getByText("Running")).toBeTruthy();

  answer = { lastJob: { ...job, status: "succeeded", phase: "draining-writes", completedAt: at } };
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByText("Succeeded")).toBeTruthy();
  expect(screen.getByText("draining-writes")).toBeTruthy();
  const ended = asked;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked).toBe(ended);
});

it("keeps asking, slowly, for a status nobody knows or that waits for people", () => {
  expect(jobPollMs({ status: "running" })).toBeLessThan(5_000);
  for (const status of ["requires_attention", "pondering"]) {
    expect(jobPollMs({ status })).toBeGreaterThan(5_000);
  }
  for (const status of ["succeeded", "failed_rolled_back", "superseded"]) expect(jobPollMs({ status })).toBe(false);
  expect(jobPollMs(undefined)).toBe(false);
});

it("tells a failed transition in words with its code", async () => {
  const lastErrorMessage = "The upstream rejected the credential or the repository wasn't found";
  answer = {
    lastJob: { ...job, status: "failed_rolled_back", lastErrorCode: "UpstreamAccessDenied", lastErrorMessage },
  };
  show();
  expect(await screen.findByText("Failed, rolled back")).toBeTruthy();
  const transition = screen.getByRole("region", { name: "Transition" });
  expect(transition.textContent).toContain(`${lastErrorMessage} (UpstreamAccessDenied)`);
});

it("offers only what the state allows, and shows an unknown state as it is", () => {
  expect(mirrorActions("inbound", undefined)).toEqual(["inbound_to_outbound", "detach"]);
  expect(mirrorActions("transitioning-outbound-to-inbound", { status: "running" })).toEqual([]);
  expect(mirrorActions("transitioning-outbound-to-inbound", { status: "requires_attention" })).toContain("force");
  expect(mirrorActions("sideways", undefined)).toEqual([]);
  expect(mirrorStatus("sideways")).toMatchObject({ label: "sideways" });
});
