import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PendingRequest } from "@/lib/contract/pools/pending-request";
import { createLog } from "@/lib/core/log";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { QueueCache } from "@/lib/model/queue/queue-cache";
import type { QueueRows } from "@/lib/model/queue/queue-changes";
import { toQueueRow } from "@/lib/model/queue/queue-row";
import type { QueueEvent } from "@/lib/model/queue/queue-view";
import { openStore, type Store } from "@/lib/server/db/store";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { QueueBoard } from "./queue-board";
import { QueueWriter } from "./queue-writer";
import { QueueReader } from "./testing/queue-reader";

const log = createLog({ program: "test", level: "silent" });
const ids = ["bc-1", "bc-2", "bc-3", "bc-4", "bc-5"];
const pools = ["gpu", "cpu"];

let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let stores: [Store, Store];
beforeAll(async () => {
  postgres = await startTestDatabase("dashboard");
  stores = [await openStore({ url: postgres.url, log }), await openStore({ url: postgres.url, log })];
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await postgres.stop();
});

/** A change at the service, and how its event is delivered: normally, not at all, twice, or late. */
const serviceChange = fc.record({
  kind: fc.constant("changes" as const),
  id: fc.constantFrom(...ids),
  pool: fc.constantFrom(...pools),
  event: fc.constantFrom("created" as const, "claimed_offline" as const, "claimed" as const, "expired" as const),
  fate: fc.constantFrom("delivered", "dropped", "duplicated", "late"),
});
const step = fc.oneof(
  { weight: 6, arbitrary: serviceChange },
  { weight: 2, arbitrary: fc.constant({ kind: "deliver late events" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "list" as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("joins" as const), at: fc.nat(1), of: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("disconnects" as const), which: fc.nat(20), at: fc.nat(1) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const request = (id: string, pool: string, claimed: boolean): PendingRequest => ({
  id,
  userId: 1,
  labels: [{ key: "pool", value: pool }],
  createdAtMs: 5,
  ...(claimed ? { claimedWorkerId: "ctrl-1", wakeTimeoutMs: 60_000 } : {}),
});

const plain = (rows: QueueRows) => [...rows.values()].sort((a, b) => (a.id < b.id ? -1 : 1));

/** A service with its queue, the one watcher, and two dashboards with their viewers. */
class World {
  readonly queue = new Map<string, PendingRequest>();
  readonly clock = new FakeClock();
  readonly end = new AbortController();
  readonly known = new QueueCache();
  readonly viewers: { reader: QueueReader; subject: string; pool: string | undefined }[] = [];
  readonly #writer: QueueWriter;
  readonly #boards: QueueBoard[];
  #late: QueueEvent[] = [];
  #listed = 0;

  constructor(source: string) {
    const { clock, known } = this;
    this.#writer = new QueueWriter({ store: stores[0], source, queue: known, clock, log });
    let made = 0;
    const uuid = () => `${source}-epoch-${++made}`;
    this.#boards = stores.map(
      (store) => new QueueBoard({ store: async () => store, source, clock, uuid, log, shutdown: this.end.signal }),
    );
    this.list();
  }

  run(step: Step): void {
    switch (step.kind) {
      case "changes":
        this.#change(step);
        return;
      case "deliver late events":
        for (const event of this.#late.splice(0).reverse()) this.#receive(event);
        return;
      case "list":
        this.list();
        return;
      case "joins": {
        const pool = [undefined, ...pools][step.of];
        this.#join(pool === undefined ? "queue" : `queue:${pool}`, pool, step.at);
        return;
      }
      case "disconnects": {
        const viewer = this.viewers[step.which % Math.max(1, this.viewers.length)];
        if (!viewer) return;
        this.viewers.splice(this.viewers.indexOf(viewer), 1);
        void viewer.reader.reader.leave();
        // The browser resumes at its position, on any dashboard.
        const { lastId, state } = viewer.reader;
        const after = lastId === undefined ? "" : `@${lastId}`;
        this.#join(`${viewer.subject}${after}`, viewer.pool, step.at, state);
      }
    }
  }

  list(): void {
    this.known.list([...this.queue.values()], this.clock.now());
    this.#listed += 1;
    this.#notify();
  }

  #change({ id, pool, event, fate }: Extract<Step, { kind: "changes" }>): void {
    const waits = event === "created" || event === "claimed_offline";
    const data = request(id, pool, event === "claimed_offline");
    if (waits) this.queue.set(id, data);
    else this.queue.delete(id);
    const queueEvent: QueueEvent = waits ? { event, data } : { event, data: { id } };
    if (fate === "late") this.#late.push(queueEvent);
    for (let times = fate === "duplicated" ? 2 : fate === "delivered" ? 1 : 0; times > 0; times -= 1)
      this.#receive(queueEvent);
  }

  #receive(event: QueueEvent): void {
    this.known.apply(event, this.clock.now());
    this.#notify();
  }

  #notify(): void {
    this.#writer.changed({ mode: "watching", relists: this.#listed, listedAtMs: this.clock.now() });
  }

  #join(subject: string, pool: string | undefined, at: number, before?: QueueReader["state"]): void {
    const board = this.#boards[at];
    if (!board) return;
    const [bare = subject] = subject.split("@");
    const reader = new QueueReader(board, this.clock, this.end.signal, subject, before);
    this.viewers.push({ reader, subject: bare, pool });
  }

  /** Waits until every viewer has the expected rows of its pool. */
  expectViewers(expected: QueueRows): Promise<void> {
    return vi.waitFor(
      () => {
        for (const { reader, pool } of this.viewers) {
          const own = [...expected].filter(([, row]) => pool === undefined || row.pool === pool);
          expect(reader.state.listed).toBe(true);
          expect(plain(reader.state.rows)).toEqual(plain(new Map(own)));
        }
      },
      { timeout: 20_000, interval: 2 },
    );
  }
}

let worlds = 0;

describe("every viewer of every dashboard", () => {
  it("P-WATCH-31 P-WATCH-35 has the listed state after each list and the watcher's state in between, despite lost events and connections", {
    tags: ["long"],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        worlds += 1;
        const world = new World(`world-${worlds}`);
        try {
          // Two viewers of each subject, because a feed without viewers is dropped.
          for (const at of [0, 1]) for (const of of [0, 0, 1, 1]) world.run({ kind: "joins", at, of });
          for (const each of steps) {
            world.run(each);
            if (each.kind !== "list" && each.kind !== "disconnects") continue;
            await world.expectViewers(world.known.all());
            if (each.kind === "list") expect(plain(world.known.all())).toEqual(plain(listed(world)));
          }
          await world.expectViewers(world.known.all());
          world.list();
          await world.expectViewers(listed(world));
        } finally {
          world.end.abort();
        }
      }),
      // Shrinking would wait for the timeout of every failing example.
      { numRuns: 25, endOnFailure: true },
    );
  });
});

const listed = ({ queue, clock }: World): QueueRows =>
  new Map([...queue.values()].map((each) => [each.id, toQueueRow(each, clock.now())]));
