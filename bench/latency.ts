import { setTimeout as sleep } from "node:timers/promises";
import { FrameMasker } from "@/runner/transcript/frame-masker";
import { FrameWriter } from "@/runner/transcript/frame-writer";
import { createRecorder } from "@/service/runs/recorder";
import { frames, type Harness } from "./harness";
import { now } from "./jobs";
import { quantile, type Result } from "./result";

const perSecond = 50;
/** Targets from the service to the painted event. Most of that time belongs to the browser. */
const targets = { p50: 50, p95: 150 };

/** Measures the time from writing or storing a frame until readers receive its event, at 50 events per second. */
export async function latency(harness: Harness, readers: number, seconds: number): Promise<Result[]> {
  const { service, url, key } = harness;
  const [seeded] = await harness.seedRuns(1);
  if (!seeded) throw new Error("no run was seeded");
  const feed = frames(perSecond * seconds);
  const paths = Array.from({ length: readers }, () => seeded.path);
  const { done } = await harness.startJob({ kind: "follow", url, key, paths, events: feed.length, times: true });

  const recorder = await createRecorder(service, seeded.id);
  const written: number[] = [];
  const stored: number[] = [];
  const writer = new FrameWriter(
    async (batch) => {
      await recorder.record(batch);
      for (const _frame of batch) stored.push(now());
    },
    service.clock,
    new FrameMasker({ variables: {}, mcpServers: [] }),
  );
  const startedAt = now();
  for (const [index, frame] of feed.entries()) {
    await sleep(Math.max(0, startedAt + (index * 1000) / perSecond - now()));
    written.push(now());
    writer.write(frame);
  }
  await writer.close();

  const { arrivals } = await done;
  const sinceWritten = arrivals.map(({ sequence, at }) => at - (written[sequence - 1] ?? Number.NaN));
  // The commit wakes readers, so a reader can receive an event before the recorder's call returns.
  const sinceStored = arrivals.map(({ sequence, at }) => Math.max(0, at - (stored[sequence - 1] ?? Number.NaN)));
  const label = `${readers} reader${readers === 1 ? "" : "s"}`;
  const result = (what: string, values: readonly number[], name: "p50" | "p95"): Result => ({
    name: `${what}, ${label}, ${name}`,
    value: quantile(values, name === "p50" ? 0.5 : 0.95),
    unit: "ms",
    target: { value: targets[name] },
  });
  return [
    result("stored → received", sinceStored, "p50"),
    result("stored → received", sinceStored, "p95"),
    result("written → received", sinceWritten, "p50"),
    result("written → received", sinceWritten, "p95"),
  ];
}
