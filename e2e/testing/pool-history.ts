import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { App } from "./app";

/** Inserts a day of samples, one per minute, with an outage, into the dashboard's database. */
export async function fillPoolHistory(app: App, pool: string): Promise<void> {
  const [password, state] = await Promise.all([
    readFile(join(app.dataDir, "postgres-password"), "utf8"),
    readFile(join(app.dataDir, "postgres", "postmaster.pid"), "utf8"),
  ]);
  const client = new pg.Client(
    `postgres://slipway:${password.trim()}@127.0.0.1:${state.split("\n")[3]?.trim()}/dashboard`,
  );
  await client.connect();
  try {
    await client.query(
      `insert into pool_samples (source, pool, at, connected, in_use, waiting)
       select source, $1, date_trunc('minute', now()) - n * interval '1 minute',
         12 + (n / 180) % 3, round(6 + 6 * sin(n / 90.0)), greatest(0, round(8 * sin(n / 60.0)))
       from queue_watches, generate_series(1, 1400) n where n not between 300 and 420
       on conflict do nothing`,
      [pool],
    );
  } finally {
    await client.end();
  }
}
