import { sql } from "drizzle-orm";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { coalesce } from "@/lib/core/concurrency/coalesce";
import type { Log } from "@/lib/core/log";

/** Wakes listeners in every service on the same database. Payloads only carry an id; listeners read the tables. */
export interface Notifications {
  /** Subscribes to a topic and id. Returns a function that unsubscribes. */
  on(topic: Topic, id: string, callback: () => void): () => void;
  /**
   * Wakes the listeners of other services within milliseconds, outside of a transaction. They aren't woken if this service
   * is killed first.
   */
  announce(topic: Topic, id: string): void;
  close(): Promise<void>;
}

/**
 * `run`: new events of a run; `cancel`: a run ended; `answer`: a run's question was answered; `queue`: a team's pending requests changed; `worker`, `pool`,
 * `machine`: a run may be available; `pushed`: references of a repository changed; `mirror`: a mirror was synced;
 * `webhook`: deliveries may be due; `github`: a GitHub App or one of its installations changed.
 */
export type Topic =
  | "run"
  | "cancel"
  | "answer"
  | "queue"
  | "worker"
  | "pool"
  | "machine"
  | "pushed"
  | "mirror"
  | "webhook"
  | "github";

const channel = "slipway";

export const notifyPayload = (topic: Topic, id: string) => `${topic}:${id}`;

/** SQL that notifies the listeners of a topic and id when its transaction commits. */
export const notification = (topic: Topic, id: string) => sql`pg_notify(${channel}, ${notifyPayload(topic, id)})`;

/** Notifies the listeners of a topic and id when the surrounding transaction commits. */
export async function notify(tx: Pick<NodePgDatabase, "execute">, topic: Topic, id: string): Promise<void> {
  await tx.execute(sql`select ${notification(topic, id)}`);
}

/** How long announcements are collected, so that many need few transactions, in milliseconds. */
const collectMs = 5;

/**
 * Listens on one dedicated connection, which also sends what is announced. After a reconnect every listener is woken once,
 * because notifications may have been missed.
 */
export async function openNotifications(url: string, log: Log): Promise<Notifications> {
  const listeners = new Map<string, Set<() => void>>();
  const announced = new Set<string>();
  let client: pg.Client | undefined;
  let closed = false;

  const wake = (key: string) => {
    for (const callback of listeners.get(key) ?? []) callback();
  };

  const send = coalesce(async () => {
    const [sender, payloads] = [client, [...announced]];
    if (!sender || payloads.length === 0) return;
    announced.clear();
    try {
      await sender.query("select pg_notify($1, payload) from unnest($2::text[]) as payload", [channel, payloads]);
    } catch {
      // Sent again after the reconnect.
      for (const payload of payloads) announced.add(payload);
    }
    await new Promise((resolve) => setTimeout(resolve, collectMs));
  });

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    let self: number | undefined;
    next.on("notification", ({ payload, processId }) => payload && processId !== self && wake(payload));
    next.on("error", (error) => log.warn({ err: error }, "notification connection lost"));
    next.on("end", () => {
      if (!closed && client === next) reconnect();
    });
    await next.connect();
    // A notification that is lost in a crash of the server is made up for by the reconnect.
    const { rows } = await next.query<{ pid: number }>(
      "select pg_backend_pid() as pid, set_config('synchronous_commit', 'off', false)",
    );
    self = rows[0]?.pid;
    await next.query(`listen ${channel}`);
    client = next;
    void send();
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
    announce(topic, id) {
      announced.add(notifyPayload(topic, id));
      void send();
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
