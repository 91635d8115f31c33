import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { systemClock } from "@/lib/core/clock";
import { type RunProcess, startRunProcess } from "@/runner/run-process/run-processes";
import { superviseRun } from "@/runner/run-process/supervise-run";
import { chaosPlan } from "../testing/chaos-plan";
import { startTestService, type TestService } from "../testing/test-service";

const { size: failures, isLong } = chaosPlan("failing processes", { short: 2, long: 200, seed: 20_261_127 });
const neighbors = isLong ? 10 : 2;
/** Failures one after another, during which requests are measured. The others happen four at once. */
const alone = isLong ? 20 : 1;
const concurrent = 4;

const processes = new Map<string, RunProcess>();
let test: TestService;
beforeAll(async () => {
  test = await startTestService({}, systemClock, (spec, context) => {
    const process = startRunProcess();
    processes.set(spec.runId, process);
    return superviseRun(spec, context, process);
  });
});
afterAll(() => test.close());

/** Launches a run that prints numbered lines. */
async function launch(lines: number) {
  const text = `\`\`\`sh\nfor i in $(seq 1 ${lines}); do echo line-$i; sleep 0.1; done\n\`\`\``;
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
  return { id: agent.id, runId: run.id };
}

/** Reads a run's stream to its end. Returns the numbers of the lines it printed. */
async function linesOf({ id, runId }: { id: string; runId: string }): Promise<number[]> {
  const frames = await test.stream(id, runId);
  const output = frames.map(({ data }) => JSON.stringify(data)).filter((text) => text.includes("shell-output-delta"));
  return [...output.join("").matchAll(/line-([0-9]+)\\n/g)].map(([, number]) => Number(number));
}

const ways: readonly ((process: RunProcess) => void)[] = [
  ({ pid }) => process.kill(pid ?? 0, "SIGKILL"),
  ({ socket }) => void socket.write("garbage\n"),
  ({ pid }) => process.kill(pid ?? 0, "SIGSTOP"),
];

async function failOne(index: number): Promise<void> {
  const victim = await launch(3_000);
  await test.stream(victim.id, victim.runId, { until: ({ data }) => JSON.stringify(data).includes("line-3") });
  const failing = processes.get(victim.runId);
  if (!failing) throw new Error("the run has no process");
  const startedAt = performance.now();
  ways[index % ways.length]?.(failing);
  const lines = await linesOf(victim);
  expect(performance.now() - startedAt).toBeLessThan(isLong ? 20_000 : 12_000);
  expect(lines.slice(0, 3)).toEqual([1, 2, 3]);
  const params = { id: victim.id, runId: victim.runId };
  expect(await test.call(getRun, { params })).toMatchObject({
    status: "ERROR",
    error: { code: "run_process_failed" },
  });
  const next = await test.call(createRun, { params: { id: victim.id }, body: { prompt: { text: "hello" } } });
  await test.stream(victim.id, next.run.id);
  expect(await test.call(getRun, { params: { id: victim.id, runId: next.run.id } })).toMatchObject({
    status: "FINISHED",
  });
}

/** Milliseconds of requests until `ended`, the 95th percentile. */
async function responseTime(ended: Promise<unknown>): Promise<number> {
  let measuring = true;
  const end = ended.finally(() => {
    measuring = false;
  });
  const times: number[] = [];
  while (measuring) {
    const startedAt = performance.now();
    await test.send("GET", "/v1/me");
    times.push(performance.now() - startedAt);
    await delay(20);
  }
  await end;
  return times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0;
}

describe("processes of runs that are killed, stopped and confused", () => {
  it(`end ${failures} runs with a clear error, and affect no other`, {
    tags: ["long"],
    timeout: 3_600_000,
  }, async () => {
    let done = false;
    let finished = 0;
    const neighbor = async () => {
      do {
        const run = await launch(50);
        expect(await linesOf(run)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
        expect(await test.call(getRun, { params: { id: run.id, runId: run.runId } })).toMatchObject({
          status: "FINISHED",
        });
        finished += 1;
      } while (!done);
    };
    const others = Array.from({ length: neighbors }, neighbor);
    let next = 0;
    const failRuns = async (end: number) => {
      while (next < end) await failOne(next++);
    };
    try {
      const quiet = await responseTime(delay(isLong ? 60_000 : 1_000));
      const busy = await responseTime(failRuns(alone));
      console.log(`requests took ${quiet.toFixed(1)} ms before, ${busy.toFixed(1)} ms during failures (p95)`);
      await Promise.all(Array.from({ length: concurrent }, () => failRuns(failures)));
    } finally {
      done = true;
    }
    await Promise.all(others);
    console.log(`${finished} other runs finished`);
  });
});
