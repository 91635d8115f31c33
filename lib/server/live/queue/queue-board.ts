import type { Clock } from "@/lib/core/clock";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Log } from "@/lib/core/log";
import type { QueueSubscription } from "@/lib/model/live/subscription";
import { applyChanges, type QueueRows } from "@/lib/model/queue/queue-changes";
import { initialHealth, type QueueHealth } from "@/lib/model/queue/queue-health";
import { followChannel } from "@/lib/server/db/follow-channel";
import { queueChannel, readQueue, removedRetentionMs } from "@/lib/server/db/queue";
import type { Store } from "@/lib/server/db/store";
import { QueueFeed } from "./queue-feed";
import { QueueViewer } from "./queue-viewer";

/** A watcher silent for this long has stopped; it sends a heartbeat every 20 s. */
const watcherSilenceMs = 60_000;

interface BoardParts {
  store(): Promise<Store>;
  source: string;
  clock: Clock;
  uuid(): string;
  log: Log;
  shutdown: AbortSignal;
}

/** The queue for the browsers of this process, read from the watcher's database rows. */
export class QueueBoard {
  rows: QueueRows = new Map();
  health: QueueHealth = initialHealth;
  /** False until the first read. */
  known = false;
  #change: number | undefined;
  #readAt = 0;
  #started = false;
  readonly #feeds = new Map<string, { feed: QueueFeed; viewers: number }>();
  readonly #listeners = new Set<() => void>();

  constructor(readonly parts: BoardParts) {}

  view(subscription: QueueSubscription, onReady: () => void): QueueViewer {
    if (!this.#started) {
      this.#started = true;
      followChannel({
        ...this.parts,
        channel: queueChannel,
        concerns: (payload) => payload === this.parts.source,
        refresh: () => this.refresh(),
        disconnected: "not listening for queue changes; polling every 5 s",
      });
    }
    const known = this.#feeds.get(subscription.name);
    const entry = known ?? { feed: new QueueFeed(subscription.name, subscription.pool, this.parts.uuid()), viewers: 0 };
    this.#feeds.set(subscription.name, entry);
    entry.viewers += 1;
    return new QueueViewer(this, entry.feed, subscription.after, onReady, () => {
      entry.viewers -= 1;
      if (entry.viewers === 0 && this.#feeds.get(subscription.name) === entry) this.#feeds.delete(subscription.name);
    });
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Reads the changes. */
  readonly refresh = coalesce(() => this.#read());

  async #read(): Promise<void> {
    const { store, source, clock, log } = this.parts;
    try {
      const isStale = clock.now() - this.#readAt > removedRetentionMs;
      const read = await readQueue(await store(), source, isStale ? undefined : this.#change);
      const whole = isStale || this.#change === undefined;
      const gone = whole ? missing(this.rows, read.rows) : read.gone;
      const changes = { put: read.rows, gone };
      this.rows = applyChanges(this.rows, changes);
      if (this.known) for (const { feed } of this.#feeds.values()) feed.append(changes);
      this.#change = read.change;
      this.#readAt = clock.now();
      this.known = true;
      this.#setHealth(read.health ?? initialHealth);
    } catch (error) {
      log.warn({ err: error }, "queue read from the database failed");
    }
    for (const listener of this.#listeners) listener();
  }

  #setHealth(health: QueueHealth): void {
    const silent = health.aliveAtMs > 0 && this.parts.clock.now() - health.aliveAtMs > watcherSilenceMs;
    const next: QueueHealth = silent
      ? { ...health, mode: "failing", message: "No dashboard is watching the queue. Waiting for one to take over." }
      : health;
    if (JSON.stringify(next) !== JSON.stringify(this.health)) this.health = next;
  }
}

function missing(rows: QueueRows, now: readonly { id: string }[]): string[] {
  const left = new Set(now.map(({ id }) => id));
  return [...rows.keys()].filter((id) => !left.has(id));
}
