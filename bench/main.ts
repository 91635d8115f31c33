import { availableParallelism, loadavg } from "node:os";
import { type Figure, formatFigures } from "./figure";
import { firstEvent } from "./first-event";
import { latency } from "./latency";
import { replay } from "./replay";
import { setStage } from "./stage";
import { throughput } from "./throughput";

/** Measures everything in one run and prints the figures side by side. `BENCH_SCALE` makes it longer or shorter. */
export async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const scale = Number(environment.BENCH_SCALE || 1);
  if (!(scale > 0)) throw new Error("BENCH_SCALE must be a positive number");
  const scaled = (size: number, least: number) => Math.max(least, Math.round(size * scale));
  const began = Date.now();
  const [load = 0] = loadavg();
  const stage = await setStage(environment);
  const figures: Figure[] = [];
  const measure = async (what: string, figure: Promise<Figure[]>) => {
    process.stderr.write(`${what} …\n`);
    figures.push(...(await figure));
  };
  try {
    // Compiled code and filled caches are the state a service is in all day.
    await throughput(stage, 4, 200);
    await measure("1 run", throughput(stage, 1, scaled(4_000, 100)));
    await measure("50 runs", throughput(stage, 50, scaled(400, 20)));
    await measure("200 runs", throughput(stage, 200, scaled(100, 20)));
    await measure("1 reader", latency(stage, 1, scaled(6, 1)));
    await measure("200 readers", latency(stage, 200, scaled(6, 1)));
    await measure("replay", replay(stage, scaled(20_000, 500), scaled(5, 1)));
    await measure("first event", firstEvent(stage, scaled(7, 1)));
  } finally {
    await stage.close();
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  const machine = `${availableParallelism()} cores, load ${load.toFixed(1)} at the start, Node ${process.versions.node}`;
  process.stdout.write(`${formatFigures(figures)}\n\n${machine}, scale ${scale}, ${seconds} s\n`);
}
