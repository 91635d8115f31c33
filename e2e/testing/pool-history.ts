import type { App } from "./app";
import { runStatement } from "./database";

/** Inserts a day of samples, one per minute, with an outage, into the dashboard's database. */
export async function fillPoolHistory(app: App, pool: string): Promise<void> {
  await runStatement(
    app,
    "dashboard",
    `insert into pool_samples (source, pool, at, connected, in_use, waiting)
     select source, $1, date_trunc('minute', now()) - n * interval '1 minute',
       12 + (n / 180) % 3, round(6 + 6 * sin(n / 90.0)), greatest(0, round(8 * sin(n / 60.0)))
     from queue_watches, generate_series(1, 1400) n where n not between 300 and 420
     on conflict do nothing`,
    [pool],
  );
}
