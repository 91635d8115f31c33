import { finishRun } from "@/service/runs/finish-run";
import { createRecorder } from "@/service/runs/recorder";
import { frames, type Harness } from "./harness";
import { quantile, type Result } from "./result";

const batchSize = 500;

/** Measures replaying a finished run against selecting the same rows, interleaved. */
export async function replay(harness: Harness, events: number, rounds: number): Promise<Result[]> {
  const { service, url, key } = harness;
  const [seeded] = await harness.seedRuns(1);
  if (!seeded) throw new Error("no run was seeded");
  const recorder = await createRecorder(service, seeded.id);
  const feed = frames(events);
  for (let at = 0; at < feed.length; at += batchSize) await recorder.record(feed.slice(at, at + batchSize));
  await finishRun(service, seeded.id, { status: "FINISHED", result: "" });

  const streamed: number[] = [];
  const selected: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const stream = await harness.runJob({ kind: "replay", url, key, path: seeded.path });
    const select = await harness.runJob({ kind: "select", databaseUrl: service.database.url, runId: seeded.id });
    if (stream.events !== select.events) throw new Error(`${stream.events} events for ${select.events} rows`);
    streamed.push(stream.ms);
    selected.push(select.ms);
  }
  return [
    {
      name: `replay of ${events.toLocaleString("en")} events`,
      value: quantile(streamed, 0.5),
      unit: "ms",
      reference: [quantile(selected, 0.5), "to select the rows"],
    },
  ];
}
