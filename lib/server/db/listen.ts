import type pg from "pg";
import type { Store } from "./store";

/**
 * Listens to a channel on a connection of its own, until that breaks or `signal` is aborted. Calls back with what each notice
 * says, and without that once it listens.
 */
export async function hear(
  { pool }: Store,
  channel: string,
  signal: AbortSignal,
  onNotice: (payload?: string) => void,
): Promise<void> {
  let end = () => {};
  const client: pg.PoolClient = await pool.connect();
  const onNotification = ({ payload = "" }: pg.Notification) => onNotice(payload);
  try {
    await new Promise<void>((resolve, reject) => {
      // It may have ended while the connection was made; then no event tells of it any more.
      if (signal.aborted) return resolve();
      client.on("notification", onNotification);
      client.once("error", reject);
      client.once("end", resolve);
      end = resolve;
      signal.addEventListener("abort", end, { once: true });
      client.query(`listen ${channel}`).then(() => onNotice(), reject);
    });
  } finally {
    signal.removeEventListener("abort", end);
    client.removeListener("notification", onNotification);
    client.release(true);
  }
}
