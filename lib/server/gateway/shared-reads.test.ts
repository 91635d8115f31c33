import { describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { listAgents } from "@/lib/contract/agents/list-agents";
import { streamRun } from "@/lib/contract/agents/stream-run";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import type { Operation } from "@/lib/contract/operation";
import { listPools } from "@/lib/contract/pools/list-pools";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { requestTimeoutMs } from "@/lib/server/upstream/client/upstream-request";
import type { Forwarded, Outcome } from "./forward";
import { createSharedReads } from "./shared-reads";

interface PendingCall {
  call: Forwarded;
  respond(outcome: Outcome): void;
}

function start() {
  const clock = new FakeClock();
  const calls: PendingCall[] = [];
  const make = createSharedReads(clock, (call) => new Promise((respond) => calls.push({ call, respond })));
  const call = (over: Partial<Forwarded> & { operation?: Operation } = {}) =>
    make({
      operation: listAgents,
      path: "/v1/agents",
      search: "",
      bytes: undefined,
      headers: new Headers(),
      acting: { user: { email: "ada@example.test", name: "Ada", role: "viewer" } },
      requestId: "",
      signal: new AbortController().signal,
      shutdown: new AbortController().signal,
      ...over,
    });
  return { clock, calls, call };
}

const outcomeOf = (text: string): Outcome => ({
  status: 200,
  response: new Response(text, { headers: { "x-of": text } }),
});
/** Lets pending microtasks run. */
const flushMicrotasks = () => new Promise((resolve) => setImmediate(resolve));
const read = async (outcome: Promise<Outcome>) => {
  const ended = await outcome;
  return "error" in ended ? ended.error.code : ended.response.text();
};

describe("concurrent reads", () => {
  it("share the next call, never one that started earlier", async () => {
    const { calls, call } = start();
    const first = call();
    const later = [call(), call(), call()];
    await flushMicrotasks();
    expect(calls).toHaveLength(1);
    calls[0]?.respond(outcomeOf("before the write"));
    expect(await read(first)).toBe("before the write");
    await flushMicrotasks();
    expect(calls).toHaveLength(2);
    calls[1]?.respond(outcomeOf("after it"));
    expect(await Promise.all(later.map(read))).toEqual(["after it", "after it", "after it"]);
    // No call is in flight now.
    void call();
    await flushMicrotasks();
    expect(calls).toHaveLength(3);
  });

  it("of agents aren't shared by users, and those of pools are", async () => {
    const { calls, call } = start();
    const asUser = (email: string) => ({ acting: { user: { email, name: "", role: "viewer" as const } } });
    for (const email of ["a@x.test", "b@x.test"]) void call(asUser(email));
    await flushMicrotasks();
    expect(calls).toHaveLength(2);
    for (const email of ["a@x.test", "b@x.test"]) void call({ operation: listPools, ...asUser(email) });
    await flushMicrotasks();
    expect(calls).toHaveLength(3);
  });

  it("have separate headers and bodies", async () => {
    const { calls, call } = start();
    void call();
    const [one, other] = [call(), call()];
    await flushMicrotasks();
    calls[0]?.respond(outcomeOf(""));
    await flushMicrotasks();
    calls[1]?.respond(outcomeOf("same"));
    const [first, second] = await Promise.all([one, other]);
    if (!("response" in first && "response" in second)) throw new Error("rejected");
    first.response.headers.set("x-of", "changed");
    expect(second.response.headers.get("x-of")).toBe("same");
    expect([await first.response.text(), await second.response.text()]).toEqual(["same", "same"]);
  });

  it("wait at most 100 ms for a slow one", async () => {
    const { clock, calls, call } = start();
    void call();
    const second = call();
    clock.advance(99);
    await flushMicrotasks();
    expect(calls).toHaveLength(1);
    clock.advance(1);
    await flushMicrotasks();
    expect(calls).toHaveLength(2);
    calls[1]?.respond(outcomeOf("second"));
    expect(await read(second)).toBe("second");
    // The slow call doesn't affect the next one when it finally ends.
    void call();
    await flushMicrotasks();
    expect(calls).toHaveLength(3);
    void call();
    calls[0]?.respond(outcomeOf("first"));
    await flushMicrotasks();
    expect(calls).toHaveLength(3);
  });

  it("share rejections and interrupted responses", async () => {
    const { calls, call } = start();
    void call();
    const rejected = [call(), call()];
    await flushMicrotasks();
    calls[0]?.respond(outcomeOf(""));
    await flushMicrotasks();
    calls[1]?.respond({ status: 502, error: { status: 502, code: "upstream_redirect", message: "" } });
    expect(await Promise.all(rejected.map(read))).toEqual(["upstream_redirect", "upstream_redirect"]);
    const cut = call();
    await flushMicrotasks();
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("cut")) });
    calls[2]?.respond({ status: 200, response: new Response(body) });
    expect(await read(cut)).toBe("upstream_unreachable");
  });

  it("don't wait indefinitely for the end of a response", async () => {
    const { clock, calls, call } = start();
    const endless = call();
    await flushMicrotasks();
    const { signal } = calls[0]?.call ?? {};
    const body = new ReadableStream({
      start: (controller) => signal?.addEventListener("abort", () => controller.error(signal.reason)),
    });
    calls[0]?.respond({ status: 200, response: new Response(body) });
    await flushMicrotasks();
    clock.advance(requestTimeoutMs);
    expect(await read(endless)).toBe("upstream_timeout");
  });

  it("continue after a caller leaves, until the last has left", async () => {
    const { calls, call } = start();
    const leaver = new AbortController();
    const others = new AbortController();
    void call();
    const left = call({ signal: leaver.signal });
    const stayed = call({ signal: others.signal });
    await flushMicrotasks();
    calls[0]?.respond(outcomeOf(""));
    await flushMicrotasks();
    leaver.abort();
    expect(await read(left)).toBe("upstream_unreachable");
    expect(calls[1]?.call.signal.aborted).toBe(false);
    others.abort();
    await stayed;
    expect(calls[1]?.call.signal.aborted).toBe(true);
  });

  it("aren't dropped with callers that left earlier", async () => {
    const { calls, call } = start();
    const leaver = new AbortController();
    void call();
    void call({ signal: leaver.signal });
    leaver.abort();
    const stayed = call();
    await flushMicrotasks();
    calls[0]?.respond(outcomeOf(""));
    await flushMicrotasks();
    expect(calls).toHaveLength(2);
    calls[1]?.respond(outcomeOf("stayed"));
    expect(await read(stayed)).toBe("stayed");
  });
});

it("aren't shared between different calls, writes, streams or user actions", async () => {
  const { calls, call } = start();
  const differing: Partial<Forwarded>[] = [
    {},
    { search: "?limit=2" },
    { path: "/v1/agents/bc-1" },
    ...[createAgent, streamRun, listPullRequests].flatMap((operation) => [{ operation }, { operation }]),
  ];
  for (const over of differing) void call(over);
  await flushMicrotasks();
  expect(calls).toHaveLength(differing.length);
});
