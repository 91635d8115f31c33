import { setTimeout as sleep } from "node:timers/promises";
import { FrameWriter } from "@/service/runner/frame-writer";
import { createRecorder } from "@/service/runs/recorder";
import { type Figure, milliseconds, quantile, ratio } from "./figure";
import { now } from "./jobs";
import { frames, type Stage } from "./stage";

const perSecond = 50;
/** What the product allows from the service to the painted event; the service must leave most of it to the browser. */
const targets = { p50: 50, p95: 150 };

/** From the frame handed to the writer of a run to the event at its readers, at 50 events a second. */
export async function latency(stage: Stage, readers: number, seconds: number): Promise<Figure[]> {
  const { service, url, key } = stage;
  const [seeded] = await stage.seedRuns(1);
  if (!seeded) throw new Error("no run was seeded");
  const feed = frames(perSecond * seconds);
  const paths = Array.from({ length: readers }, () => seeded.path);
  const { done } = await stage.open({ kind: "follow", url, key, paths, events: feed.length, times: true });

  const recorder = await createRecorder(service, seeded.id);
  const handed: number[] = [];
  const stored: number[] = [];
  const writer = new FrameWriter(async (batch) => {
    await recorder.record(batch);
    for (const _frame of batch) stored.push(now());
  }, service.clock);
  const began = now();
  for (const [index, frame] of feed.entries()) {
    await sleep(Math.max(0, began + (index * 1000) / perSecond - now()));
    handed.push(now());
    writer.write(frame);
  }
  await writer.close();

  const { arrivals } = await done;
  const waits = arrivals.map(({ sequence, at }) => at - (handed[sequence - 1] ?? Number.NaN));
  // A reader is woken by the commit itself, so it may have an event before the recorder hears that it is stored.
  const after = arrivals.map(({ sequence, at }) => Math.max(0, at - (stored[sequence - 1] ?? Number.NaN)));
  const who = `${readers} reader${readers === 1 ? "" : "s"}`;
  const figure = (what: string, values: readonly number[], name: "p50" | "p95"): Figure => {
    const measured = quantile(values, name === "p50" ? 0.5 : 0.95);
    return {
      name: `${what}, ${who}, ${name}`,
      measured: milliseconds(measured),
      against: `${targets[name]} ms to the painted event`,
      ratio: ratio(measured, targets[name]),
    };
  };
  return [
    figure("stored → received", after, "p50"),
    figure("stored → received", after, "p95"),
    figure("written → received", waits, "p50"),
    figure("written → received", waits, "p95"),
  ];
}
