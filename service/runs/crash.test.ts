import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { createLog } from "@/lib/core/log";
import { type PostgresServer, startPostgres } from "@/postgres/server";
import { type Frame, startTestService, type TestService } from "../testing/test-service";

let dataDir = "";
let postgres: PostgresServer;
let test: TestService;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-crash-"));
  postgres = await startPostgres({ dataDir, log: createLog({ program: "test", level: "silent" }) });
  test = await startTestService({ DATABASE_URL: postgres.url });
});
afterAll(async () => {
  await test.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Reads a run's stream to its end, reconnecting after the last id whenever it breaks. */
async function readWithReconnects(agentId: string, runId: string): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (;;) {
    const lastEventId = frames.findLast(({ id }) => id !== undefined)?.id;
    const received = await test
      .stream(agentId, runId, lastEventId === undefined ? {} : { lastEventId })
      .catch((): Frame[] => []);
    frames.push(...received.filter(({ id }) => id !== undefined));
    if (frames.at(-1)?.event === "done") return frames;
  }
}

describe("a database killed during a run", () => {
  it("restarts, and the run continues with every event stored once", async () => {
    const text = "```sh\nfor i in $(seq 1 40); do echo line-$i; sleep 0.1; done\n```";
    const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
    await test.stream(agent.id, run.id, { until: ({ data }) => JSON.stringify(data).includes("line-5") });
    const reader = readWithReconnects(agent.id, run.id);
    const [pid] = (await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");

    const frames = await reader;
    const ids = frames.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const output = frames
      .filter(({ data }) => JSON.stringify(data).includes("shell-output-delta"))
      .map(({ data }) => JSON.stringify(data))
      .join("");
    const lines = [...output.matchAll(/line-([0-9]+)\\n/g)].map(([, number]) => Number(number));
    expect(lines).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(await test.call(getRun, { params: { id: agent.id, runId: run.id } })).toMatchObject({ status: "FINISHED" });
  });
});
