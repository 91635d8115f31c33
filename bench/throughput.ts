import type { Pool } from "pg";
import type { RunFrame } from "@/runner/run/run-spec";
import { createRecorder } from "@/service/runs/recorder";
import { frames, type Harness, type SeededRun } from "./harness";
import { now } from "./jobs";
import type { Result } from "./result";

/** Frames per batch, about as many as accumulate while the previous batch is stored. */
const batchSize = 10;

/** Splits frames into the batches a run passes to its recorder. */
export function batches(list: readonly RunFrame[]): RunFrame[][] {
  return Array.from({ length: Math.ceil(list.length / batchSize) }, (_, index) =>
    list.slice(index * batchSize, (index + 1) * batchSize),
  );
}

/** Measures events per second of all runs, until the last is stored and until the last is received. */
async function throughService(harness: Harness, seeded: readonly SeededRun[], perRun: number) {
  const { service, url, key } = harness;
  const recorders = await Promise.all(seeded.map(({ id }) => createRecorder(service, id)));
  const paths = seeded.map(({ path }) => path);
  const { done } = await harness.startJob({ kind: "follow", url, key, paths, events: perRun, times: false });
  const feed = batches(frames(perRun));
  const startedAt = now();
  await Promise.all(
    recorders.map(async (recorder) => {
      for (const batch of feed) await recorder.record(batch);
    }),
  );
  const stored = now();
  const { at, events } = await done;
  return { delivered: (events * 1000) / (at - startedAt), stored: (events * 1000) / (stored - startedAt) };
}

async function insertBatch(pool: Pool, runId: string, first: number, batch: readonly RunFrame[]): Promise<void> {
  const width = 6;
  const values = batch.flatMap(({ event, data }, index) => {
    const sequence = first + index;
    return [runId, sequence, `${runId.slice(4, 12)}-${sequence}`, event, JSON.stringify(data), Date.now()];
  });
  const row = (index: number) =>
    `(${Array.from({ length: width }, (_, at) => `$${index * width + at + 1}`).join(",")})`;
  const rows = batch.map((_frame, index) => row(index)).join(",");
  await pool.query(`insert into run_events (run_id, sequence, event_id, event, data, at) values ${rows}`, values);
}

/** Inserts the same rows in the same batches with plain statements, then selects them once per run. */
async function throughPostgres(harness: Harness, seeded: readonly SeededRun[], perRun: number): Promise<number> {
  const { pool } = harness.service.database;
  const feed = batches(frames(perRun));
  const startedAt = now();
  await Promise.all(
    seeded.map(async ({ id }) => {
      for (const [index, batch] of feed.entries()) await insertBatch(pool, id, index * batchSize + 1, batch);
      await pool.query("select * from run_events where run_id = $1 order by sequence", [id]);
    }),
  );
  return (seeded.length * perRun * 1000) / (now() - startedAt);
}

/** Measures events stored and delivered per second with `runs` concurrent runs and one reader each. */
export async function throughput(harness: Harness, runs: number, perRun: number): Promise<Result[]> {
  const { delivered, stored } = await throughService(harness, await harness.seedRuns(runs), perRun);
  const bare = await throughPostgres(harness, await harness.seedRuns(runs), perRun);
  const reference = [bare, "by Postgres alone"] as const;
  const at = `at ${runs} concurrent run${runs === 1 ? "" : "s"}`;
  return [
    { name: `stored ${at}`, value: stored, unit: "events/s", reference, target: { ratio: 0.6 } },
    { name: `stored and delivered ${at}`, value: delivered, unit: "events/s", reference },
  ];
}
