import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import type { QueueEvent } from "@/lib/contract/pools/queue-view";
import { KnownQueue } from "./known-queue";
import { changesBetween, changesOfPool, type QueueRows, withChanges } from "./queue-changes";
import { rowOf } from "./queue-row";
import { emptyQueue, type QueueFrame, type QueueState, withFrames } from "./queue-state";

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
  .map((given) => given.map(({ id, pool, claimed }) => request(id, pool, claimed)));

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
  plain(new Map(list.map((each) => [each.id, rowOf(each, now)])));

/** What became of the events on their way: some dropped, some doubled, all in some other order. */
const bentEvents = fc
  .array(fc.tuple(event, fc.integer({ min: 0, max: 2 }), fc.nat()))
  .map((sent) =>
    [...sent].sort(([, , a], [, , b]) => a - b).flatMap(([each, times]) => Array.from({ length: times }, () => each)),
  );

const step = fc.oneof(
  requests.map((list) => ({ list })),
  bentEvents.map((events) => ({ events })),
);

describe("the queue as its watcher knows it", () => {
  it("P-WATCH-31 equals the list at each list, whatever dropped, doubled and reordered events said before", () => {
    fc.assert(
      fc.property(requests, bentEvents, requests, (first, events, second) => {
        const queue = new KnownQueue();
        queue.list(first, 100);
        for (const each of events) queue.apply(each, 200);
        queue.list(second, 300);
        expect(plain(queue.all())).toEqual(listed(second, 300));
      }),
    );
  });

  it("shows what only a repository's list has, and drops it with an event or the repository", () => {
    const queue = new KnownQueue();
    queue.list([request("bc-1", "gpu")], 0);
    queue.list([request("bc-2", "cpu")], 0, "https://git.example.com/a/b");
    expect([...queue.all().keys()].sort()).toEqual(["bc-1", "bc-2"]);
    queue.apply({ event: "claimed", data: { id: "bc-2" } }, 1);
    expect([...queue.all().keys()]).toEqual(["bc-1"]);
    queue.list([request("bc-3", "cpu")], 2, "https://git.example.com/a/b");
    queue.keepRepositories([]);
    expect([...queue.all().keys()]).toEqual(["bc-1"]);
  });
});

describe("a viewer of the queue", () => {
  it("has what the hub has after any changes, of one pool or of all, also when it joins in between", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), fc.nat(), (steps, joinsAt) => {
        const queue = new KnownQueue();
        let known: QueueRows = new Map();
        let all: QueueState | undefined;
        let gpu: QueueState | undefined;
        const ofGpu = () => [...known.values()].filter(({ pool }) => pool === "gpu");
        for (const [index, step] of steps.entries()) {
          if ("events" in step) for (const each of step.events) queue.apply(each, index);
          else queue.list(step.list, index);
          const next = queue.all();
          const changes = changesBetween(known, next);
          known = withChanges(known, changes);
          if (all) all = withFrames(all, [{ event: "change", data: changes }], index);
          if (gpu) gpu = withFrames(gpu, [{ event: "change", data: changesOfPool(changes, "gpu") }], index);
          if (index === joinsAt % steps.length) {
            all = withFrames(emptyQueue, [{ event: "list", data: { rows: [...known.values()], nowMs: 0 } }], index);
            gpu = withFrames(emptyQueue, [{ event: "list", data: { rows: ofGpu(), nowMs: 0 } }], index);
          }
          expect([...known.keys()].sort()).toEqual([...next.keys()].sort());
        }
        expect(plain(all?.rows ?? new Map())).toEqual(plain(known));
        expect(plain(gpu?.rows ?? new Map())).toEqual(plain(new Map(ofGpu().map((row) => [row.id, row]))));
      }),
    );
  });

  it("drops changes until it has a list, and takes each change twice as once", () => {
    const row = rowOf(request("bc-1", "gpu"), 0);
    const change = { event: "change", data: { put: [row], gone: [] } } as const;
    expect(withFrames(emptyQueue, [change], 0).rows.size).toBe(0);
    const list = { event: "list", data: { rows: [], nowMs: 1_000 } } as const;
    const once = withFrames(emptyQueue, [change, list, change], 400);
    expect([...once.rows.keys()]).toEqual(["bc-1"]);
    expect(plain(withFrames(once, [change, change], 400).rows)).toEqual(plain(once.rows));
    expect(once.offsetMs).toBe(600);
    expect(withFrames(once, [], 400)).toBe(once);
  });

  it("knows the same whether frames come one by one or together", () => {
    const frame: fc.Arbitrary<QueueFrame> = fc.oneof(
      requests.map(
        (list): QueueFrame => ({ event: "list", data: { rows: list.map((each) => rowOf(each, 0)), nowMs: 7 } }),
      ),
      fc
        .tuple(requests, fc.subarray(ids))
        .map(
          ([put, gone]): QueueFrame => ({ event: "change", data: { put: put.map((each) => rowOf(each, 0)), gone } }),
        ),
    );
    fc.assert(
      fc.property(fc.array(frame), (frames) => {
        const together = withFrames(emptyQueue, frames, 1);
        const apart = frames.reduce((state, each) => withFrames(state, [each], 1), emptyQueue);
        expect({ ...together, rows: plain(together.rows) }).toEqual({ ...apart, rows: plain(apart.rows) });
      }),
    );
  });
});
