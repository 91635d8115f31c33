import type { Pool } from "pg";
import type { RunFrame } from "@/service/runner/run-spec";
import { createRecorder } from "@/service/runs/recorder";
import { type Figure, perSecond, ratio } from "./figure";
import { now } from "./jobs";
import { frames, type SeededRun, type Stage } from "./stage";

/** Frames a run hands to its recorder at once: what gathers while the batch before is being stored. */
const batchSize = 10;

/** The frames in the batches a run hands to its recorder. */
export function batches(list: readonly RunFrame[]): RunFrame[][] {
  return Array.from({ length: Math.ceil(list.length / batchSize) }, (_, index) =>
    list.slice(index * batchSize, (index + 1) * batchSize),
  );
}

/** Events of all runs per second, from the first handed in to the last one at its reader. */
async function throughService(stage: Stage, seeded: readonly SeededRun[], perRun: number) {
  const { service, url, key } = stage;
  const recorders = await Promise.all(seeded.map(({ id }) => createRecorder(service, id)));
  const paths = seeded.map(({ path }) => path);
  const { done } = await stage.open({ kind: "follow", url, key, paths, events: perRun, times: false });
  const feed = batches(frames(perRun));
  const began = now();
  await Promise.all(
    recorders.map(async (recorder) => {
      for (const batch of feed) await recorder.record(batch);
    }),
  );
  const stored = now();
  const { at, events } = await done;
  return { delivered: (events * 1000) / (at - began), stored: (events * 1000) / (stored - began) };
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

/** The same rows in the same batches by bare statements, each run's then read with one `select`. */
async function throughPostgres(stage: Stage, seeded: readonly SeededRun[], perRun: number): Promise<number> {
  const { pool } = stage.service.database;
  const feed = batches(frames(perRun));
  const began = now();
  await Promise.all(
    seeded.map(async ({ id }) => {
      for (const [index, batch] of feed.entries()) await insertBatch(pool, id, index * batchSize + 1, batch);
      await pool.query("select * from run_events where run_id = $1 order by sequence", [id]);
    }),
  );
  return (seeded.length * perRun * 1000) / (now() - began);
}

/** Events stored and delivered per second with `runs` runs at once, each with a reader of its own. */
export async function throughput(stage: Stage, runs: number, perRun: number): Promise<Figure[]> {
  const { delivered, stored } = await throughService(stage, await stage.seedRuns(runs), perRun);
  const bare = await throughPostgres(stage, await stage.seedRuns(runs), perRun);
  const against = `${perSecond(bare)} by Postgres alone`;
  const at = `at ${runs} concurrent run${runs === 1 ? "" : "s"}`;
  return [
    { name: `stored ${at}`, measured: perSecond(stored), against, ratio: ratio(stored, bare) },
    { name: `stored and delivered ${at}`, measured: perSecond(delivered), against, ratio: ratio(delivered, bare) },
  ];
}
