import { expect, it } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { type BulkProgress, runBulk } from "./bulk";

const ids = Array.from({ length: 10 }, (_, index) => `agent-${index}`);
const noWait = async () => undefined;

it("does all, a few at a time, and lists what failed with its reason", async () => {
  let running = 0;
  let most = 0;
  const steps: BulkProgress[] = [];
  const result = await runBulk({
    ids,
    act: async (id) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (id === "agent-3") throw new CallError({ status: 409, code: "x", message: "It is busy." });
    },
    onProgress: (step) => steps.push(step),
    signal: new AbortController().signal,
    wait: noWait,
  });
  expect(most).toBe(4);
  expect(result.done).toHaveLength(9);
  expect(result.failed).toEqual([{ id: "agent-3", message: "It is busy." }]);
  expect(steps[0]).toEqual({ total: 10, done: [], failed: [] });
  expect(steps.at(-1)).toEqual(result);
});

it("waits as long as the service asks, then goes on", async () => {
  const waited: number[] = [];
  const refused = new Set(["agent-0", "agent-1"]);
  const result = await runBulk({
    ids,
    act: async (id) => {
      if (refused.delete(id)) {
        throw new CallError({ status: 429, code: "rate", message: "slow down", retryAfterSeconds: 7 });
      }
    },
    onProgress: () => undefined,
    signal: new AbortController().signal,
    wait: async (ms) => {
      waited.push(ms);
    },
  });
  expect(result.done).toHaveLength(10);
  expect(result.failed).toEqual([]);
  expect(waited.length).toBeGreaterThan(0);
  expect(new Set(waited)).toEqual(new Set([7_000]));
});

it("gives up on one that stays refused, and stops when told to", async () => {
  const always = async () => {
    throw new CallError({ status: 429, code: "rate", message: "slow down" });
  };
  const signal = new AbortController().signal;
  const result = await runBulk({ ids: ["a"], act: always, onProgress: () => undefined, signal, wait: noWait });
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
