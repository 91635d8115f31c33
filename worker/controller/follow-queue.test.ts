import { readdir } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { QueueView } from "@/lib/model/queue/queue-view";
import { followQueue } from "./follow-queue";
import { PoolApiError, type QueueFilter, type WatchEvent } from "./pool-api";

const log = createLog({ program: "test", level: "silent" });
const request = (id: string) => ({ id, userId: 1, labels: [{ key: "pool", value: "gpu" }], createdAtMs: 1 });
const created = (id: string, eventId: string): WatchEvent => ({
  id: eventId,
  event: "created",
  data: JSON.stringify(request(id)),
});
const heartbeat = (id: string): WatchEvent => ({ id, event: "heartbeat", data: "{}" });

/** The events of one watch connection and how it ends: normally, with an error, or by staying open. */
interface Opening {
  events?: WatchEvent[];
  ending: "end" | "break" | "stay" | PoolApiError;
}

/** Follows the queue of a scripted fake service and records its calls. */
function follow(lists: string[][], openings: Opening[], random = () => 0.5) {
  const clock = new FakeClock({ running: true });
  const stop = new AbortController();
  const calls: string[] = [];
  const views: string[][] = [];
  let listed = 0;
  const api = {
    async list(filter: QueueFilter) {
      listed += 1;
      calls.push(`list ${filter.pool}`);
      const ids = lists[Math.min(listed, lists.length) - 1] ?? [];
      return { requests: ids.map(request), streamCursor: `cursor-${listed}` };
    },
    async watch(_filter: QueueFilter, from: { cursor: string } | { lastEventId: string }, signal: AbortSignal) {
      calls.push("cursor" in from ? `watch ${from.cursor}` : `watch after ${from.lastEventId}`);
      const opening = openings.shift() ?? { ending: "stay" };
      if (opening.ending instanceof PoolApiError) throw opening.ending;
      return (async function* () {
        yield* opening.events ?? [];
        if (opening.ending === "break") throw new Error("connection lost");
        if (opening.ending === "stay") {
          await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        }
      })();
    },
  };
  const onChange = (view: QueueView) => views.push([...view.keys()]);
  const done = followQueue({ api, filter: { pool: "gpu" }, onChange, signal: stop.signal, clock, random, log });
  return {
    calls,
    views,
    clock,
    done,
    async until(count: number) {
      await vi.waitFor(
        () => {
          clock.advance(1_000);
          expect(calls.length).toBeGreaterThanOrEqual(count);
        },
        { timeout: 20_000, interval: 5 },
      );
    },
    async stop() {
      stop.abort();
      await done;
    },
  };
}

describe("following the queue", () => {
  it("P-WATCH-37 P-WATCH-38 P-WATCH-39 lists, watches from the list's cursor, and resumes after the last event", async () => {
    const followed = follow(
      [["bc-1"]],
      [
        { events: [created("bc-2", "e1"), heartbeat("e2")], ending: "break" },
        { events: [{ id: "e3", event: "claimed", data: '{"id":"bc-1"}' }], ending: "end" },
        { ending: "stay" },
      ],
    );
    await followed.until(4);
    expect(followed.calls).toEqual(["list gpu", "watch cursor-1", "watch after e2", "watch after e3"]);
    expect(followed.views).toEqual([["bc-1"], ["bc-1", "bc-2"], ["bc-2"]]);
    await followed.stop();
  });

  it("P-WATCH-40 lists again when the cursor has expired, and watches from the new one", async () => {
    const expired = new PoolApiError(410, "cursor_expired");
    const followed = follow(
      [["bc-1"], ["bc-9"]],
      [{ events: [heartbeat("e1")], ending: "break" }, { ending: expired }],
    );
    await followed.until(5);
    expect(followed.calls).toEqual(["list gpu", "watch cursor-1", "watch after e1", "list gpu", "watch cursor-2"]);
    expect(followed.views.at(-1)).toEqual(["bc-9"]);
    await followed.stop();
  });

  it.each([
    [0, 300],
    [1, 240],
  ])("P-WATCH-41 lists again about every five minutes (random %s: %s s)", async (random, seconds) => {
    const followed = follow([["bc-1"], ["bc-2"]], [], () => random);
    await vi.waitFor(() => expect(followed.calls).toHaveLength(2), { timeout: 20_000 });
    followed.clock.advance((seconds - 30) * 1_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(followed.calls).toHaveLength(2);
    followed.clock.advance(31_000);
    await vi.waitFor(
      () => expect(followed.calls).toEqual(["list gpu", "watch cursor-1", "list gpu", "watch cursor-2"]),
      { timeout: 20_000 },
    );
    expect(followed.views).toEqual([["bc-1"], ["bc-2"]]);
    await followed.stop();
  });

  it("P-WATCH-36 doesn't persist the cursor: a new process lists first", async () => {
    const before = await readdir(".");
    const first = follow([["bc-1"]], [{ events: [heartbeat("e1")], ending: "stay" }]);
    await first.until(2);
    await first.stop();
    const second = follow([["bc-1"]], []);
    await second.until(2);
    expect(second.calls).toEqual(["list gpu", "watch cursor-1"]);
    await second.stop();
    expect(await readdir(".")).toEqual(before);
  });

  it("retries after errors, and throws when the service rejects it", async () => {
    const busy = new PoolApiError(429, "four streams are open");
    const followed = follow([["bc-1"]], [{ ending: busy }, { ending: busy }, { ending: new PoolApiError(403, "no") }]);
    const rejected = expect(followed.done).rejects.toThrow("no");
    await followed.until(4);
    await rejected;
    expect(followed.calls).toEqual(["list gpu", "watch cursor-1", "watch cursor-1", "watch cursor-1"]);
  });
});
