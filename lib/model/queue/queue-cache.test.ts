import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { QueueEvent } from "@/lib/model/queue/queue-view";
import { QueueCache } from "./queue-cache";
import { applyChanges, changesForPool, diffQueue, type QueueRows } from "./queue-changes";
import { toQueueRow } from "./queue-row";
import { applyFrames, emptyQueue, type QueueFrame, type QueueState } from "./queue-state";

const ids = ["bc-1", "bc-2", "bc-3", "bc-4"];
const request = (id: string, pool: string, claimed = false): PendingRequest => ({
  id,
  userId: 1,
  userEmail: "dana@example.com",
  labels: [{ key: "pool", value: pool }],
  createdAtMs: 5,
  ...(claimed ? { claimedWorkerId: "ctrl-1", wakeTimeoutMs: 60_000 } : {}),
});

const requests = fc
  .uniqueArray(fc.record({ id: fc.constantFrom(...ids), pool: fc.constantFrom("gpu", "cpu"), claimed: fc.boolean() }), {
    selector: ({ id }) => id,
  })
  .map((drawn) => drawn.map(({ id, pool, claimed }) => request(id, pool, claimed)));

const event: fc.Arbitrary<QueueEvent> = fc
  .record({ id: fc.constantFrom(...ids), pool: fc.constantFrom("gpu", "cpu") })
  .chain(({ id, pool }) =>
    fc.constantFrom<QueueEvent>(
      { event: "created", data: request(id, pool) },
      { event: "claimed_offline", data: request(id, pool, true) },
      { event: "claimed", data: { id } },
      { event: "expired", data: { id } },
    ),
  );

const plain = (rows: QueueRows) => Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));
const listed = (list: readonly PendingRequest[], now: number) =>
  plain(new Map(list.map((each) => [each.id, toQueueRow(each, now)])));

/** Events with random drops, duplicates and reordering. */
const unreliableEvents = fc
  .array(fc.tuple(event, fc.integer({ min: 0, max: 2 }), fc.nat()))
  .map((sent) =>
    [...sent].sort(([, , a], [, , b]) => a - b).flatMap(([each, times]) => Array.from({ length: times }, () => each)),
  );

const step = fc.oneof(
  requests.map((list) => ({ list })),
  unreliableEvents.map((events) => ({ events })),
);

describe("the watcher's copy of the queue", () => {
  it("P-WATCH-31 equals each new list, despite dropped, duplicated and reordered events before it", () => {
    fc.assert(
      fc.property(requests, unreliableEvents, requests, (first, events, second) => {
        const queue = new QueueCache();
        queue.list(first, 100);
        for (const each of events) queue.apply(each, 200);
        queue.list(second, 300);
        expect(plain(queue.all())).toEqual(listed(second, 300));
      }),
    );
  });

  it("includes requests found only in a repository's list and drops them with an event or the repository", () => {
    const queue = new QueueCache();
    queue.list([request("bc-1", "gpu")], 0);
    queue.list([request("bc-2", "cpu")], 0, "https://git.example.com/a/b");
    expect([...queue.all().keys()].sort()).toEqual(["bc-1", "bc-2"]);
    queue.apply({ event: "claimed", data: { id: "bc-2" } }, 1);
    expect([...queue.all().keys()]).toEqual(["bc-1"]);
    queue.list([request("bc-3", "cpu")], 2, "https://git.example.com/a/b");
    queue.retainRepositories([]);
    expect([...queue.all().keys()]).toEqual(["bc-1"]);
  });
});

describe("a viewer of the queue", () => {
  it("has the hub's rows after any changes, for one pool or all, even if it joins late", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(), (steps, joinsAt) => {
        const queue = new QueueCache();
        let known: QueueRows = new Map();
        let all: QueueState | undefined;
        let gpu: QueueState | undefined;
        const ofGpu = () => [...known.values()].filter(({ pool }) => pool === "gpu");
        for (const [index, step] of steps.entries()) {
          if ("events" in step) for (const each of step.events) queue.apply(each, index);
          else queue.list(step.list, index);
          const next = queue.all();
          const changes = diffQueue(known, next);
          known = applyChanges(known, changes);
          if (all) all = applyFrames(all, [{ event: "change", data: changes }], index);
          if (gpu) gpu = applyFrames(gpu, [{ event: "change", data: changesForPool(changes, "gpu") }], index);
          if (index === joinsAt % steps.length) {
            all = applyFrames(emptyQueue, [{ event: "list", data: { rows: [...known.values()], nowMs: 0 } }], index);
            gpu = applyFrames(emptyQueue, [{ event: "list", data: { rows: ofGpu(), nowMs: 0 } }], index);
          }
          expect([...known.keys()].sort()).toEqual([...next.keys()].sort());
        }
        expect(plain(all?.rows ?? new Map())).toEqual(plain(known));
        expect(plain(gpu?.rows ?? new Map())).toEqual(plain(new Map(ofGpu().map((row) => [row.id, row]))));
      }),
    );
  });

  it("drops changes before the first list and applies duplicates once", () => {
    const row = toQueueRow(request("bc-1", "gpu"), 0);
    const change = { event: "change", data: { put: [row], gone: [] } } as const;
    expect(applyFrames(emptyQueue, [change], 0).rows.size).toBe(0);
    const list = { event: "list", data: { rows: [], nowMs: 1_000 } } as const;
    const once = applyFrames(emptyQueue, [change, list, change], 400);
    expect([...once.rows.keys()]).toEqual(["bc-1"]);
    expect(plain(applyFrames(once, [change, change], 400).rows)).toEqual(plain(once.rows));
    expect(once.offsetMs).toBe(600);
    expect(applyFrames(once, [], 400)).toBe(once);
  });

  it("gets the same state from frames one by one or in a batch", () => {
    const frame: fc.Arbitrary<QueueFrame> = fc.oneof(
      requests.map(
        (list): QueueFrame => ({ event: "list", data: { rows: list.map((each) => toQueueRow(each, 0)), nowMs: 7 } }),
      ),
      fc.tuple(requests, fc.subarray(ids)).map(
        ([put, gone]): QueueFrame => ({
          event: "change",
          data: { put: put.map((each) => toQueueRow(each, 0)), gone },
        }),
      ),
    );
    fc.assert(
      fc.property(fc.array(frame), (frames) => {
        const together = applyFrames(emptyQueue, frames, 1);
        const apart = frames.reduce((state, each) => applyFrames(state, [each], 1), emptyQueue);
        expect({ ...together, rows: plain(together.rows) }).toEqual({ ...apart, rows: plain(apart.rows) });
      }),
    );
  });
});
