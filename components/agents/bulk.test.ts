import { expect, it } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { type BulkProgress, runBulk } from "./bulk";

const ids = Array.from({ length: 10 }, (_, index) => `agent-${index}`);
const noWait = async () => undefined;

it("processes all agents with limited concurrency and reports each failure with its reason", async () => {
  let running = 0;
  let maxRunning = 0;
  const steps: BulkProgress[] = [];
  const result = await runBulk({
    ids,
    act: async (id) => {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await Promise.resolve();
      running -= 1;
      if (id === "agent-3") throw new CallError({ status: 409, code: "x", message: "The agent is busy." });
    },
    onProgress: (step) => steps.push(step),
    signal: new AbortController().signal,
    wait: noWait,
  });
  expect(maxRunning).toBe(4);
  expect(result.done).toHaveLength(9);
  expect(result.failed).toEqual([{ id: "agent-3", message: "The agent is busy." }]);
  expect(steps[0]).toEqual({ total: 10, done: [], failed: [] });
  expect(steps.at(-1)).toEqual(result);
});

it("waits as long as Retry-After says, then continues", async () => {
  const waits: number[] = [];
  const rateLimited = new Set(["agent-0", "agent-1"]);
  const result = await runBulk({
    ids,
    act: async (id) => {
      if (rateLimited.delete(id)) {
        throw new CallError({ status: 429, code: "rate", message: "slow down", retryAfterSeconds: 7 });
      }
    },
    onProgress: () => undefined,
    signal: new AbortController().signal,
    wait: async (ms) => {
      waits.push(ms);
    },
  });
  expect(result.done).toHaveLength(10);
  expect(result.failed).toEqual([]);
  expect(waits.length).toBeGreaterThan(0);
  expect(new Set(waits)).toEqual(new Set([7_000]));
});

it("gives up on an agent that stays rate-limited, and stops when aborted", async () => {
  const alwaysRateLimited = async () => {
    throw new CallError({ status: 429, code: "rate", message: "slow down" });
  };
  const signal = new AbortController().signal;
  const result = await runBulk({
    ids: ["a"],
    act: alwaysRateLimited,
    onProgress: () => undefined,
    signal,
    wait: noWait,
  });
  expect(result.failed).toEqual([{ id: "a", message: "slow down" }]);

  const stop = new AbortController();
  const done: string[] = [];
  await runBulk({
    ids,
    act: async (id) => {
      done.push(id);
      stop.abort();
    },
    onProgress: () => undefined,
    signal: stop.signal,
    wait: noWait,
  });
  expect(done.length).toBeLessThan(ids.length);
});
