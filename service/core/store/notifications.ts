import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import type { Log } from "@/lib/core/log";

/** Wakes listeners in every service on the same database. Payloads only carry an id; listeners read the tables. */
export interface Notifications {
  /** Subscribes to a topic and id. Returns a function that unsubscribes. */
  on(topic: Topic, id: string, callback: () => void): () => void;
  close(): Promise<void>;
}

/**
 * `run`: new events of a run; `cancel`: a run ended; `queue`: a team's pending requests changed; `worker`, `pool`,
 * `machine`: a run may be available; `pushed`: references of a repository changed; `mirror`: a mirror was synced;
 * `webhook`: deliveries may be due.
 */
export type Topic = "run" | "cancel" | "queue" | "worker" | "pool" | "machine" | "pushed" | "mirror" | "webhook";

const channel = "slipway";

export const notifyPayload = (topic: Topic, id: string) => `${topic}:${id}`;

/** SQL that notifies the listeners of a topic and id when its transaction commits. */
export const notification = (topic: Topic, id: string) => sql`pg_notify(${channel}, ${notifyPayload(topic, id)})`;

/** Notifies the listeners of a topic and id when the surrounding transaction commits. */
export async function notify(tx: Pick<NodePgDatabase, "execute">, topic: Topic, id: string): Promise<void> {
  await tx.execute(sql`select ${notification(topic, id)}`);
}

/**
 * Listens on one dedicated connection. After a reconnect every listener is woken once, because notifications may have been
 * missed.
 */
export async function openNotifications(url: string, log: Log): Promise<Notifications> {
  const listeners = new Map<string, Set<() => void>>();
  let client: pg.Client | undefined;
  let closed = false;

  const wake = (key: string) => {
    for (const callback of listeners.get(key) ?? []) callback();
  };

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    next.on("notification", ({ payload }) => payload && wake(payload));
    next.on("error", (error) => log.warn({ err: error }, "notification connection lost"));
    next.on("end", () => {
      if (!closed && client === next) reconnect();
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    client = next;
  }

  function reconnect(): void {
    client = undefined;
    const attempt = () => {
      if (closed) return;
      connect().then(
        () => {
          for (const key of listeners.keys()) wake(key);
        },
        () => setTimeout(attempt, 250),
      );
    };
    setTimeout(attempt, 50);
  }

  await connect();
  return {
    on(topic, id, callback) {
      const key = notifyPayload(topic, id);
      const callbacks = listeners.get(key) ?? new Set();
      callbacks.add(callback);
      listeners.set(key, callbacks);
      return () => {
        callbacks.delete(callback);
        if (callbacks.size === 0 && listeners.get(key) === callbacks) listeners.delete(key);
      };
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
