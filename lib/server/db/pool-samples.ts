import { and, asc, avg, eq, gt, gte, lt, type SQL, sql } from "drizzle-orm";
import { poolSamples } from "./queue-schema";
import type { Store } from "./store";

const dayMs = 86_400_000;
/** Older samples are reduced to one per 15 minutes and kept for 30 days. */
const fullResolutionMs = dayMs;
const retentionMs = 30 * dayMs;

export interface PoolSample {
  connected: number;
  inUse: number;
  waiting: number;
}

/** Stores a sample of each pool; duplicates of the same minute are dropped. */
export async function storeSamples(
  store: Store,
  source: string,
  samples: ReadonlyMap<string, PoolSample>,
  now: number,
): Promise<void> {
  const at = new Date(now);
  const values = [...samples].map(([pool, sample]) => ({ source, pool, at, ...sample }));
  if (values.length > 0) await store.database.insert(poolSamples).values(values).onConflictDoNothing();
}

/** Deletes expired samples, and all but the first sample of each older quarter of an hour. */
export async function thinSamples(store: Store, now: number): Promise<void> {
  await store.database.delete(poolSamples).where(lt(poolSamples.at, new Date(now - retentionMs)));
  const { source, pool, at } = poolSamples;
  const quarter = sql`date_bin('15 minutes', ${at}, timestamptz 'epoch')`;
  const numbered = store.database
    .select({
      source,
      pool,
      at,
      rank: sql<number>`row_number() over (partition by ${source}, ${pool}, ${quarter} order by ${at})`.as("rank"),
    })
    .from(poolSamples)
    .where(lt(at, new Date(now - fullResolutionMs)))
    .as("numbered");
  const later = store.database
    .select({ source: numbered.source, pool: numbered.pool, at: numbered.at })
    .from(numbered)
    .where(gt(numbered.rank, 1));
  await store.database.delete(poolSamples).where(sql`(${source}, ${pool}, ${at}) in ${later}`);
}

/** Samples of one pool since a time (Unix milliseconds), oldest first. */
export function readSamples(store: Store, source: string, pool: string, since: number) {
  return store.database
    .select()
    .from(poolSamples)
    .where(and(eq(poolSamples.source, source), eq(poolSamples.pool, pool), gte(poolSamples.at, new Date(since))))
    .orderBy(asc(poolSamples.at));
}

/**
 * Sums of all pools since a time (Unix milliseconds), oldest first: one per minute in the last day, else one per quarter of an
 * hour, with the average of each pool, because older samples of different pools can be of different minutes.
 */
export function readAllPools(store: Store, source: string, since: number, now: number) {
  const width = now - since > fullResolutionMs ? "15 minutes" : "1 minute";
  const at = sql<Date>`date_bin(${width}::interval, ${poolSamples.at}, timestamptz 'epoch')`.mapWith(poolSamples.at);
  const pools = store.database
    .select({
      at: at.as("bin"),
      connected: avg(poolSamples.connected).as("connected"),
      inUse: avg(poolSamples.inUse).as("in_use"),
      waiting: avg(poolSamples.waiting).as("waiting"),
    })
    .from(poolSamples)
    .where(and(eq(poolSamples.source, source), gte(poolSamples.at, new Date(since))))
    .groupBy(poolSamples.pool, sql`bin`)
    .as("pools");
  return store.database
    .select({
      at: pools.at,
      connected: total(pools.connected),
      inUse: total(pools.inUse),
      waiting: total(pools.waiting),
    })
    .from(pools)
    .groupBy(pools.at)
    .orderBy(asc(pools.at));
}

const total = (column: SQL.Aliased) => sql<number>`round(sum(${column}))`.mapWith(Number);
