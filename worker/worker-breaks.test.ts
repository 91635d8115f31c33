import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { cancelRun } from "@/lib/contract/agents/cancel-run";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { createRun } from "@/lib/contract/agents/create-run";
import { getRun } from "@/lib/contract/agents/get-run";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { runProcesses } from "@/service/testing/run-processes";
import { type Frame, startTestService, type TestService } from "@/service/testing/test-service";
import { openProxy, type TcpProxy } from "./testing/tcp-proxy";
import { startTestWorker, type TestWorker, workerFolder } from "./testing/test-worker";

let test: TestService;
let proxy: TcpProxy;
let folder: Awaited<ReturnType<typeof workerFolder>>;
const workers: TestWorker[] = [];

beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  proxy = await openProxy(test.url);
  folder = await workerFolder();
});
afterEach(async () => {
  proxy.up();
  for (const worker of workers.splice(0)) await worker.end("SIGKILL");
});
afterAll(async () => {
  await proxy.close();
  await test.close();
  await folder.remove();
});

async function worker(pool: string, id = `${pool}-worker`): Promise<TestWorker> {
  const started = await startTestWorker(["--pool", pool, "--worker-id", id], {
    cwd: folder.dir,
    env: { SVC_API_ENDPOINT: proxy.url, SVC_API_KEY: test.keys.serviceAccount },
  });
  workers.push(started);
  await vi.waitFor(() => expect(started.errors()).toContain('"connected"'), 20_000);
  return started;
}

const counting = (count: number, seconds: number) =>
  `for i in $(seq 1 ${count}); do echo line-$i; sleep ${seconds}; done`;

async function launch(pool: string, commands: string, repos: { url: string }[] = []) {
  const text = `\`\`\`sh\n${commands}\n\`\`\``;
  const { agent, run } = await test.call(createAgent, {
    body: { prompt: { text }, env: { type: "pool", name: pool }, ...(repos.length > 0 ? { repos } : {}) },
  });
  return { id: agent.id, runId: run.id };
}

/** Returns the numbers that the command printed, from the stored events. */
function printed(frames: readonly Frame[]): number[] {
  const output = frames.map(({ data }) => JSON.stringify(data)).filter((data) => data.includes("shell-output-delta"));
  return [...output.join("").matchAll(/line-([0-9]+)\\n/g)].map(([, number]) => Number(number));
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const until = (text: string) => ({ until: ({ data }: Frame) => JSON.stringify(data).includes(text) });

/** Returns the frames of a run in the worker's spool. */
async function spooled(workerId: string, runId: string): Promise<string> {
  const spool = join(folder.dir, ".svc-worker", workerId, "runs", runId);
  const files = (await readdir(spool)).filter((name) => name.startsWith("frames-"));
  return (await Promise.all(files.map((name) => readFile(join(spool, name), "utf8")))).join("");
}

/** Waits for a run to end, across service restarts, and returns its frames. */
async function wholeStream({ id, runId }: { id: string; runId: string }): Promise<Frame[]> {
  await vi.waitFor(
    async () => {
      const { status } = await test.call(getRun, { params: { id, runId } });
      expect(["FINISHED", "ERROR", "CANCELLED"]).toContain(status);
    },
    { timeout: 50_000, interval: 200 },
  );
  return test.stream(id, runId);
}

describe("a run on a worker", () => {
  it("continues through connection losses, with every event once and in order, and a single push", {
    tags: ["long"],
  }, async () => {
    await worker("breaks");
    const commands = `${counting(60, 0.05)}; echo changed >> README.md`;
    const run = await launch("breaks", commands, [{ url: `${test.url}/demo/orders` }]);
    const random = seededRandom(7);
    await test.stream(run.id, run.runId, until("line-3\\n"));
    const done = wholeStream(run);
    let over = false;
    const cutting = (async () => {
      while (!over) {
        await delay(200 + random() * 700);
        if (random() < 0.3) {
          proxy.down();
          await delay(random() * 800);
          proxy.up();
        } else proxy.cut();
      }
    })();
    const frames = await done.finally(() => {
      over = true;
    });
    await cutting;
    expect(printed(frames)).toEqual(upTo(60));
    const ended = await test.call(getRun, { params: { id: run.id, runId: run.runId } });
    expect(ended, JSON.stringify(ended.error)).toMatchObject({
      status: "FINISHED",
      git: { branches: [{ branch: expect.stringMatching(/^svc\//) }] },
    });
    expect(ended.git?.branches).toHaveLength(1);
  });

  it("continues while the service restarts, and delivers its frames later", { tags: ["long"] }, async () => {
    await worker("restarts");
    const run = await launch("restarts", counting(40, 0.1));
    await test.stream(run.id, run.runId, until("line-5\\n"));
    proxy.down();
    await test.restart();
    proxy.retarget(test.url);
    await delay(500);
    proxy.up();
    await test.stream(run.id, run.runId, until("line-20\\n"));
    await test.restart();
    proxy.retarget(test.url);
    expect(printed(await wholeStream(run))).toEqual(upTo(40));
    expect(await test.call(getRun, { params: { id: run.id, runId: run.runId } })).toMatchObject({ status: "FINISHED" });
  });

  it("that ends while disconnected is delivered after reconnecting", async () => {
    await worker("late");
    const run = await launch("late", `${counting(5, 0.1)}; sleep 0.5; ${counting(5, 0).replaceAll("line", "late")}`);
    await test.stream(run.id, run.runId, until("line-2\\n"));
    proxy.down();
    await delay(2_500);
    proxy.up();
    const frames = await wholeStream(run);
    expect(printed(frames)).toEqual(upTo(5));
    expect(JSON.stringify(frames)).toContain("late-5");
  });

  it("interrupted by killing the worker loses none of its output", { tags: ["long"] }, async () => {
    const first = await worker("killed");
    const run = await launch("killed", `${counting(1_000, 0.05)}`);
    await test.stream(run.id, run.runId, until("line-10\\n"));
    proxy.down();
    await vi.waitFor(async () => expect(await spooled("killed-worker", run.runId)).toContain("line-25\\n"), {
      timeout: 30_000,
      interval: 50,
    });
    await first.end("SIGKILL");
    proxy.up();
    const before = printed(await test.stream(run.id, run.runId, until("line-10\\n"))).length;
    await worker("killed");
    const frames = await wholeStream(run);
    expect(await runProcesses(run.runId)).toEqual([]);
    const lines = printed(frames);
    expect(lines).toEqual(upTo(lines.length));
    expect(lines.length).toBeGreaterThan(before + 5);
    const ended = await test.call(getRun, { params: { id: run.id, runId: run.runId } });
    expect(ended).toMatchObject({ status: "ERROR", error: { code: "worker_restarted" } });

    const followUp = await test.call(createRun, {
      params: { id: run.id },
      body: { prompt: { text: "```sh\necho line-1\n```" } },
    });
    expect(printed(await wholeStream({ id: run.id, runId: followUp.run.id }))).toEqual([1]);
  });

  it("that is canceled ends its processes, and the worker takes the next run", { tags: ["long"] }, async () => {
    await worker("cancels");
    const run = await launch("cancels", `${counting(3, 0)}; sleep 1000 & wait`);
    await test.stream(run.id, run.runId, until("line-3\\n"));
    await test.call(cancelRun, { params: { id: run.id, runId: run.runId } });
    await vi.waitFor(async () => expect(await runProcesses(run.runId)).toEqual([]), { timeout: 20_000, interval: 50 });
    const next = await launch("cancels", counting(2, 0));
    expect(printed(await wholeStream(next))).toEqual([1, 2]);
  });
});
