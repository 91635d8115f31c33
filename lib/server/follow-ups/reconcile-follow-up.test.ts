import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createRun } from "@/lib/contract/agents/create-run";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { claimFollowUp } from "@/lib/server/db/claim-follow-up";
import { runFollowUps } from "./dashboard-follow-ups";
import { reconcileFollowUps } from "./reconcile-follow-up";
import { readAgentState, sendNextFollowUp } from "./send-follow-up";
import { FollowUpBench } from "./testing/follow-up-bench";

let own: FollowUpBench;

beforeAll(async () => {
  own = await FollowUpBench.start();
});
afterEach(() => void vi.unstubAllGlobals());
afterAll(() => own.close());

async function claimed(text: string): Promise<string> {
  const agentId = await own.finished();
  await own.queue(agentId, text);
  const agent = await readAgentState(own.index.service, agentId);
  const now = new Date(own.index.clock.now());
  expect(await claimFollowUp(own.index.store, { source: "test", agentId }, { agent, now })).toBeDefined();
  return agentId;
}

/** Starts a run of an agent and waits for its end. */
async function started(agentId: string, text: string): Promise<string> {
  const { run } = await own.service.call(createRun, { params: { id: agentId }, body: { prompt: { text } } });
  await own.service.stream(agentId, run.id);
  return run.id;
}

async function reconcileLater(agentId: string): Promise<void> {
  await reconcileFollowUps(own.parts);
  expect(await own.states(agentId)).toEqual(["sending"]);
  own.index.clock.advance(60_000);
  await reconcileFollowUps(own.parts);
}

it("finds the run the message started", async () => {
  const agentId = await claimed("lost");
  const runId = await started(agentId, "lost");
  await reconcileLater(agentId);
  expect(await own.messages(agentId)).toMatchObject([{ state: "sent", runId }]);
});

it("compares a run later if the service stops while its stream is read", async () => {
  const agentId = await claimed("lost");
  const runId = await started(agentId, "lost");
  const { fetch } = globalThis;
  const cutStream = async (...args: Parameters<typeof fetch>) => {
    const response = await fetch(...args);
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
    await response.body?.cancel();
    return new Response("event: status\ndata: {}\n\n", { headers: response.headers });
  };
  vi.stubGlobal("fetch", cutStream);
  await reconcileLater(agentId);
  vi.unstubAllGlobals();
  expect(await own.states(agentId)).toEqual(["sending"]);
  await reconcileFollowUps(own.parts);
  expect(await own.messages(agentId)).toMatchObject([{ state: "sent", runId }]);
});

it("sends the message again if it started no run", async () => {
  const agentId = await claimed("lost");
  await reconcileLater(agentId);
  await own.sendRepeatedly(agentId);
  expect(await own.states(agentId)).toEqual(["sent"]);
  expect(await own.runsOf(agentId)).toHaveLength(2);
});

describe("a message whose response was lost", () => {
  async function sent(respond: () => Promise<Response>): Promise<string> {
    const agentId = await own.finished();
    await own.queue(agentId, "lost");
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
      const isSend = args[1]?.method === "POST" && String(args[0]).endsWith("/runs");
      return isSend ? respond() : fetch(...args);
    });
    await sendNextFollowUp(own.parts, agentId);
    vi.unstubAllGlobals();
    return agentId;
  }

  it.each([
    ["breaks the connection", () => Promise.reject(new TypeError("fetch failed"))],
    ["is replaced by a proxy's error", () => Promise.resolve(new Response("", { status: 502 }))],
  ])("is sent again after 15 seconds if the service %s", async (_, respond) => {
    const agentId = await sent(respond);
    own.index.clock.advance(10_000);
    await reconcileFollowUps(own.parts);
    expect(await own.states(agentId)).toEqual(["sending"]);
    own.index.clock.advance(6_000);
    await reconcileFollowUps(own.parts);
    await own.sendRepeatedly(agentId);
    expect(await own.states(agentId)).toEqual(["sent"]);
    expect(await own.runsOf(agentId)).toHaveLength(2);
  });

  it("is compared only after the longest time of a request if it timed out", async () => {
    const agentId = await sent(() => Promise.resolve(new Response("", { status: 504 })));
    own.index.clock.advance(40_000);
    await reconcileFollowUps(own.parts);
    expect(await own.states(agentId)).toEqual(["sending"]);
    own.index.clock.advance(6_000);
    await reconcileFollowUps(own.parts);
    expect(await own.states(agentId)).toEqual(["waiting"]);
  });
});

it("leaves the decision to a user if there is another new run", { tags: ["long"] }, async () => {
  const agentId = await claimed("lost");
  await started(agentId, "other");
  await reconcileLater(agentId);
  await own.sendRepeatedly(agentId);
  expect(await own.states(agentId)).toEqual(["uncertain"]);
});

it("neither sends nor reconciles other messages later because a run has no prompt yet", async () => {
  const due = await own.finished();
  await own.untilIndexed(due);
  const lost = [await claimed("lost"), await claimed("lost")];
  for (const agentId of lost) await started(agentId, "lost");
  const statesOfLost = () => Promise.all(lost.map((agentId) => own.states(agentId)));
  const { fetch } = globalThis;
  const reading = new Set<string>();
  vi.stubGlobal("fetch", async (...args: Parameters<typeof fetch>) => {
    const [url, init] = args;
    const agentId = lost.find((id) => String(url).includes(`/${id}/`));
    if (agentId === undefined || !String(url).endsWith("/stream")) return fetch(...args);
    reading.add(agentId);
    const start = (stream: ReadableStreamDefaultController) =>
      init?.signal?.addEventListener("abort", () => stream.error(new Error("aborted")));
    return new Response(new ReadableStream({ start }), { headers: { "content-type": "text/event-stream" } });
  });
  // Its time passes only when the test advances it, so the streams stay open.
  const clock = new FakeClock();
  clock.advance(own.index.clock.now() + 60_000 - clock.now());
  const shutdown = new AbortController();
  onTestFinished(() => shutdown.abort());
  runFollowUps({ ...own.parts, service: { ...own.parts.service, clock } }, shutdown.signal);
  await expect.poll(() => reading.size).toBe(lost.length);
  await own.queue(due, "next");
  await expect.poll(() => own.states(due)).toEqual(["sent"]);
  expect(await statesOfLost()).toEqual([["sending"], ["sending"]]);
  vi.unstubAllGlobals();
  clock.advance(10_000);
  await expect
    .poll(() => {
      clock.advance(500);
      return statesOfLost();
    })
    .toEqual([["sent"], ["sent"]]);
});
