import { finishRun } from "@/service/runs/finish-run";
import { createRecorder } from "@/service/runs/recorder";
import { type Figure, milliseconds, quantile, ratio } from "./figure";
import { frames, type Stage } from "./stage";

const batchSize = 500;

/** A finished run of `events` events, read as a stream against `select` of the same rows, by turns. */
export async function replay(stage: Stage, events: number, rounds: number): Promise<Figure[]> {
  const { service, url, key } = stage;
  const [seeded] = await stage.seedRuns(1);
  if (!seeded) throw new Error("no run was seeded");
  const recorder = await createRecorder(service, seeded.id);
  const feed = frames(events);
  for (let at = 0; at < feed.length; at += batchSize) await recorder.record(feed.slice(at, at + batchSize));
  await finishRun(service, seeded.id, { status: "FINISHED", result: "" });

  const streamed: number[] = [];
  const selected: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const stream = await stage.read({ kind: "replay", url, key, path: seeded.path });
    const select = await stage.read({ kind: "select", databaseUrl: service.database.url, runId: seeded.id });
    if (stream.events !== select.events) throw new Error(`${stream.events} events came of ${select.events} rows`);
    streamed.push(stream.ms);
    selected.push(select.ms);
  }
  const [measured, bare] = [quantile(streamed, 0.5), quantile(selected, 0.5)];
  return [
    {
      name: `replay of ${events.toLocaleString("en")} events`,
      measured: milliseconds(measured),
      against: `${milliseconds(bare)} to select the rows`,
      ratio: ratio(measured, bare),
    },
  ];
}
