import { availableParallelism, loadavg } from "node:os";
import { agentList } from "./agent-list";
import { diffs } from "./diffs";
import { environmentFile } from "./environment-file";
import { firstEvent } from "./first-event";
import { firstLoad } from "./first-load";
import { startHarness } from "./harness";
import { deliveries } from "./hosting/deliveries";
import { type HostedRepository, hostLargeRepository } from "./hosting/hosted-repository";
import { pulls } from "./hosting/pulls";
import { reads } from "./hosting/reads";
import { transfers } from "./hosting/transfers";
import { latency } from "./latency";
import { proxy } from "./proxy";
import { queue } from "./queue";
import { queueBoard } from "./queue-board";
import { replay } from "./replay";
import { formatResults, type Result } from "./result";
import { sandbox } from "./sandbox";
import { throughput } from "./throughput";
import { transcripts } from "./transcripts";
import { workerThroughput } from "./worker-throughput";

/**
 * Runs the benchmarks and prints a table of results. One that fails leaves the others' results. `BENCH_SCALE` makes the run
 * longer or shorter, `BENCH_ONLY` selects benchmarks by the start of their name.
 */
export async function main(environment: NodeJS.ProcessEnv, root: string): Promise<void> {
  const scale = Number(environment.BENCH_SCALE || 1);
  if (!(scale > 0)) throw new Error("BENCH_SCALE must be a positive number");
  const scaled = (size: number, least: number) => Math.max(least, Math.round(size * scale));
  const startedAt = Date.now();
  const [load = 0] = loadavg();
  const harness = await startHarness(environment);
  const results: Result[] = [];
  const failures: string[] = [];
  const only = environment.BENCH_ONLY || "";
  const measure = async (name: string, work: () => Result[] | Promise<Result[]>) => {
    if (!name.startsWith(only)) return;
    process.stderr.write(`${name} …\n`);
    try {
      results.push(...(await work()));
    } catch (error) {
      failures.push(name);
      process.stderr.write(
        `${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
      );
    }
  };
  let repository: Promise<HostedRepository> | undefined;
  const largeRepository = () => {
    repository ??= hostLargeRepository(harness, scaled(50_000, 1_000));
    return repository;
  };
  try {
    // Warm up compiled code and caches.
    await throughput(harness, 4, 200);
    await measure("1 run", () => throughput(harness, 1, scaled(4_000, 100)));
    await measure("50 runs", () => throughput(harness, 50, scaled(400, 20)));
    await measure("200 runs", () => throughput(harness, 200, scaled(100, 20)));
    await measure("a worker", () => workerThroughput(harness, 1, scaled(4_000, 100)));
    await measure("a worker with 8 runs", () => workerThroughput(harness, 8, scaled(1_000, 50)));
    await measure("1 reader", () => latency(harness, 1, scaled(6, 1)));
    await measure("200 readers", () => latency(harness, 200, scaled(6, 1)));
    await measure("replay", () => replay(harness, scaled(20_000, 500), scaled(5, 1)));
    await measure("first event", () => firstEvent(harness, scaled(7, 1)));
    await measure("sandbox", () => sandbox(scaled(15, 5)));
    await measure("queue", () => queue(harness, scaled));
    await measure("environment file", () => environmentFile(scaled(20, 5)));
    await measure("hosting", async () => {
      const repository = await largeRepository();
      return [
        ...(await reads(harness, repository, scaled(200, 20))),
        ...(await transfers(harness, repository, scaled(7, 2))),
      ];
    });
    await measure("deliveries", () => deliveries(harness, scaled));
    await measure("board", () => queueBoard(harness, root, scaled));
    await measure("pull requests", async () => pulls(harness, await largeRepository(), scaled));
    await measure("proxy", () => proxy(harness, root, scaled));
    await measure("browser", () => transcripts(harness, root, scale));
    await measure("agents", () => agentList(harness, root, scaled(10_000, 500)));
    await measure("diffs", () => diffs(harness, root));
    await measure("first load", () => firstLoad(root));
  } finally {
    await harness.close();
  }
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const machine = `${availableParallelism()} cores, load ${load.toFixed(1)} at the start, Node ${process.versions.node}`;
  process.stdout.write(`${formatResults(results)}\n\n${machine}, scale ${scale}, ${seconds} s\n`);
  if (failures.length === 0) return;
  process.stdout.write(`Failed: ${failures.join(", ")}\n`);
  process.exitCode = 1;
}
