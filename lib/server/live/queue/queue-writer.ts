import type { Clock } from "@/lib/core/clock";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Log } from "@/lib/core/log";
import type { QueueCache } from "@/lib/model/queue/queue-cache";
import { diffQueue, type QueueChanges, type QueueRows } from "@/lib/model/queue/queue-changes";
import type { QueueHealth } from "@/lib/model/queue/queue-health";
import type { QueueRow } from "@/lib/model/queue/queue-row";
import { updateOfflineWorkers } from "@/lib/server/db/offline-workers";
import { readQueue, writeQueue } from "@/lib/server/db/queue";
import type { Store } from "@/lib/server/db/store";

/** Stores the watcher's changes, one write at a time. Changes that arrive meanwhile are batched into the next. */
export class QueueWriter {
  #stored: QueueRows | undefined;
  #health: Omit<QueueHealth, "aliveAtMs"> = { mode: "connecting", relists: 0 };
  readonly #store = coalesce(() => this.#write());

  constructor(private readonly parts: { store: Store; source: string; queue: QueueCache; clock: Clock; log: Log }) {}

  changed(health = this.#health): void {
    this.#health = health;
    void this.#store();
  }

  async #write(): Promise<void> {
    const { store, source, queue, clock, log } = this.parts;
    // Until the first list, the previous watcher's state is kept.
    const all = this.#health.listedAtMs === undefined ? undefined : queue.all();
    try {
      this.#stored ??= new Map((await readQueue(store, source)).rows.map((row) => [row.id, row]));
      const changes = all ? diffQueue(this.#stored, all) : { put: [], gone: [] };
      await writeQueue(store, source, changes, { ...this.#health, aliveAtMs: clock.now() }, clock.now());
      const claimed = changesClaims(this.#stored, changes);
      if (all) this.#stored = all;
      if (claimed) await updateOfflineWorkers(store, source);
    } catch (error) {
      // The stored state is unknown, so it is re-read before the next write.
      this.#stored = undefined;
      log.warn({ err: error }, "queue write failed");
    }
  }
}

/** Whether a request was or is claimed by a worker that is offline. */
function changesClaims(before: QueueRows, { put, gone }: QueueChanges): boolean {
  const isClaimed = (row: QueueRow | undefined) => row?.reconnectByMs !== undefined;
  return (
    put.some((row) => isClaimed(row) || isClaimed(before.get(row.id))) || gone.some((id) => isClaimed(before.get(id)))
  );
}
