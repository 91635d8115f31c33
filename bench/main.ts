import { availableParallelism, loadavg } from "node:os";
import { inBrowser } from "./browser";
import { diffs } from "./diff";
import { environmentFile } from "./environment-file";
import { type Figure, formatFigures } from "./figure";
import { firstEvent } from "./first-event";
import { firstLoad } from "./first-load";
import { deliveries } from "./hosting/deliveries";
import { type Ground, hostLarge } from "./hosting/ground";
import { pulls } from "./hosting/pulls";
import { reads } from "./hosting/reads";
import { transfers } from "./hosting/transfers";
import { latency } from "./latency";
import { proxy } from "./proxy";
import { queue } from "./queue";
import { queueBoard } from "./queue-board";
import { replay } from "./replay";
import { setStage } from "./stage";
import { throughput } from "./throughput";
import { workerThroughput } from "./worker-throughput";

/**
 * Measures everything in one run and prints the figures side by side. `BENCH_SCALE` makes it longer or shorter,
 * `BENCH_ONLY` leaves out the rest.
 */
export async function main(environment: NodeJS.ProcessEnv, root: string): Promise<void> {
  const scale = Number(environment.BENCH_SCALE || 1);
  if (!(scale > 0)) throw new Error("BENCH_SCALE must be a positive number");
  const scaled = (size: number, least: number) => Math.max(least, Math.round(size * scale));
  const began = Date.now();
  const [load = 0] = loadavg();
  const stage = await setStage(environment);
  const figures: Figure[] = [];
  const only = environment.BENCH_ONLY || "";
  const measure = async (what: string, work: () => Figure[] | Promise<Figure[]>) => {
    if (!what.startsWith(only)) return;
    process.stderr.write(`${what} …\n`);
    figures.push(...(await work()));
  };
  let ground: Promise<Ground> | undefined;
  const large = () => {
    ground ??= hostLarge(stage, scaled(50_000, 1_000));
    return ground;
  };
  try {
    // Compiled code and filled caches are the state a service is in all day.
    await throughput(stage, 4, 200);
    await measure("1 run", () => throughput(stage, 1, scaled(4_000, 100)));
    await measure("50 runs", () => throughput(stage, 50, scaled(400, 20)));
    await measure("200 runs", () => throughput(stage, 200, scaled(100, 20)));
    await measure("a worker", () => workerThroughput(stage, 1, scaled(4_000, 100)));
    await measure("a worker with 8 runs", () => workerThroughput(stage, 8, scaled(1_000, 50)));
    await measure("1 reader", () => latency(stage, 1, scaled(6, 1)));
    await measure("200 readers", () => latency(stage, 200, scaled(6, 1)));
    await measure("replay", () => replay(stage, scaled(20_000, 500), scaled(5, 1)));
    await measure("first event", () => firstEvent(stage, scaled(7, 1)));
    await measure("queue", () => queue(stage, scaled));
    await measure("environment file", () => environmentFile(scaled(20, 5)));
    await measure("hosting", async () => {
      const ground = await large();
      return [...(await reads(stage, ground, scaled(200, 20))), ...(await transfers(stage, ground, scaled(7, 2)))];
    });
    await measure("deliveries", () => deliveries(stage, scaled));
    await measure("board", () => queueBoard(stage, root, scaled));
    await measure("pull requests", async () => pulls(stage, await large(), scaled));
    await measure("proxy", () => proxy(stage, root, scaled));
    await measure("browser", () => inBrowser(stage, root, scale));
    await measure("diffs", () => diffs(stage, root));
    await measure("first load", () => firstLoad(root));
  } finally {
    await stage.close();
  }
  const seconds = Math.round((Date.now() - began) / 1000);
  const machine = `${availableParallelism()} cores, load ${load.toFixed(1)} at the start, Node ${process.versions.node}`;
  process.stdout.write(`${formatFigures(figures)}\n\n${machine}, scale ${scale}, ${seconds} s\n`);
}
