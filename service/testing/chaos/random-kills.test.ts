// @module-tag long

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runGit } from "@/git/run-git";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { getAgent } from "@/lib/contract/agents/get-agent";
import { getRun } from "@/lib/contract/agents/get-run";
import { createLog } from "@/lib/core/log";
import { Keys } from "@/lib/core/settings/keys";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { type PostgresServer, startPostgres } from "@/postgres/server";
import { chaosPlan } from "../chaos-plan";
import { agentProcesses } from "../run-processes";
import { type ServiceProgram, startServiceProgram } from "../service-program";

/** The schedule is seeded, but its effects depend on timing. */
const { size: kills, seed, isLong } = chaosPlan("random kills", { short: 1, long: 50, seed: 20_261_121 });
/** Approximate duration of a run: clone, handshake, output, push. */
const runMs = 1_600;
const lines = 30;
const outputMs = lines * 20;
/** Stable public URL, because the service's port changes with each start. */
const gitUrl = "https://git.example.com";

/** Logs progress of the long run, to show where it was when it timed out. */
const report = (message: string) => isLong && console.info(new Date().toISOString(), message);

type Victim = "service" | "agent process" | "database backend" | "database";
const victims: readonly Victim[] = ["service", "agent process", "database backend", "database"];

interface Event {
  id: string;
  event: string;
  data: string;
}

let dataDir = "";
let databaseDir = "";
let postgres: PostgresServer;
let program: ServiceProgram;
let keys: Keys;
let reader: pg.Pool;

async function startProgram(): Promise<void> {
  program = await startServiceProgram({ DATA_DIR: dataDir, DATABASE_URL: postgres.url, DEMO: "1", GIT_URL: gitUrl });
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-kills-"));
  databaseDir = await mkdtemp(join(tmpdir(), "slipway-kills-database-"));
  postgres = await startPostgres({
    dataDir: databaseDir,
    log: createLog({ program: "test", level: "silent" }),
  });
  await startProgram();
  keys = Keys.parse(JSON.parse(await readFile(program.ready.keysFile, "utf8")));
  const url = new URL(postgres.url);
  const server = new pg.Client({ connectionString: postgres.url });
  await server.connect();
  const { rows } = await server.query<{ name: string }>(
    "select datname as name from pg_database where datname like '%service'",
  );
  await server.end();
  url.pathname = `/${rows[0]?.name}`;
  reader = new pg.Pool({ connectionString: url.href, max: 2 });
  // `end` doesn't wait for its connections, which may be dropped when the server stops.
  reader.on("error", () => undefined);
});
afterAll(async () => {
  await program.kill();
  await reader.end();
  await postgres.stop();
  for (const folder of [dataDir, databaseDir]) await rm(folder, { recursive: true, force: true });
});

/** Retries a request until the killed process is back. A 5xx means that the database was unavailable. */
async function send(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return vi.waitFor(
    async () => {
      expect(() => program.assertAlive()).not.toThrow();
      const response = await fetch(`${program.ready.url}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { authorization: `Bearer ${keys.user}`, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(response.status).toBeLessThan(500);
      return response;
    },
    { timeout: 60_000, interval: 20 },
  );
}

const prompt = (round: number) => ({
  text: `\`\`\`sh\nfor i in $(seq 1 ${lines}); do echo line-$i; sleep 0.02; done; echo ${round} > round.txt\n\`\`\``,
});

/** Starts the agent's next run. A retry conflicts if the run was stored but the response was lost. */
async function startRun(agentId: string, round: number): Promise<string> {
  const repos = [{ url: `${gitUrl}/demo/orders` }];
  const [path, body] =
    round === 1
      ? ["/v1/agents", { agentId, repos, prompt: prompt(round) }]
      : [`/v1/agents/${agentId}/runs`, { prompt: prompt(round) }];
  const response = await send(path, body);
  if (response.status === 201) {
    const created = await response.json();
    return createAgent.response.shape.run.parse(created.run).id;
  }
  expect([409, await response.text()]).toEqual([
    response.status,
    expect.stringMatching(/agent_busy|agent_id_conflict/),
  ]);
  return getAgent.response.parse(await (await send(`/v1/agents/${agentId}`)).json()).latestRunId;
}

/** Reads a run's stream to its end, reconnecting after the last id whenever it breaks. */
async function follow(path: string): Promise<Event[]> {
  const events: Event[] = [];
  const parser = () =>
    createParser({
      onEvent: ({ id, event = "", data }) => id !== undefined && events.push({ id, event, data }),
    });
  while (events.at(-1)?.event !== "done") {
    const last = events.at(-1)?.id;
    const response = await send(`${path}/stream`, undefined, last === undefined ? {} : { "last-event-id": last });
    expect(response.status).toBe(200);
    const decoder = new TextDecoder();
    const { feed } = parser();
    try {
      for await (const chunk of response.body ?? []) feed(decoder.decode(chunk, { stream: true }));
    } catch {
      // The connection was lost.
    }
  }
  return events;
}

async function databaseBackends(): Promise<number[]> {
  const { rows } = await reader.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  return rows.map(({ pid }) => pid);
}

/** Kills a process of the given kind. Returns false if there is none. */
async function kill(victim: Victim, runIds: readonly string[], random: () => number): Promise<boolean> {
  if (victim === "service") {
    await program.kill();
    await startProgram();
    return true;
  }
  const pids =
    victim === "database"
      ? [Number((await readFile(join(databaseDir, "postgres", "postmaster.pid"), "utf8")).split("\n")[0])]
      : victim === "database backend"
        ? await databaseBackends()
        : (await Promise.all(runIds.map(agentProcesses))).flat();
  const pid = pids[Math.floor(random() * pids.length)];
  if (pid === undefined) return false;
  try {
    process.kill(pid, "SIGKILL");
    return true;
  } catch {
    return false;
  }
}

async function haveProcesses(runIds: readonly string[]): Promise<void> {
  expect((await Promise.all(runIds.map(agentProcesses))).flat()).not.toEqual([]);
}

/** Allowed outcomes of a run after a kill. */
const endings: Record<Victim, RegExp> = {
  service: /^(FINISHED|ERROR service_restarted)$/,
  "agent process": /^(FINISHED|ERROR agent_crashed)$/,
  "database backend": /^FINISHED$/,
  database: /^FINISHED$/,
};

async function checkRun(agentId: string, runId: string, victim: Victim, events: readonly Event[]): Promise<void> {
  const run = getRun.response.parse(await (await send(`/v1/agents/${agentId}/runs/${runId}`)).json());
  const ending = [run.status, ...(run.error ? [run.error.code] : [])].join(" ");
  expect(`${ending}`, JSON.stringify(run.error)).toMatch(endings[victim]);
  const stored = await vi.waitFor(
    async () =>
      (
        await reader.query<Event>(
          "select event_id as id, event, data from run_events where run_id = $1 order by sequence",
          [runId],
        )
      ).rows,
    { timeout: 30_000, interval: 20 },
  );
  expect(events).toEqual(stored);
  const output = stored.filter(({ data }) => data.includes("shell-output-delta")).map(({ data }) => data);
  const seen = [...output.join("").matchAll(/line-([0-9]+)\\n/g)].map(([, number]) => Number(number));
  const isComplete = victim !== "agent process" && run.status === "FINISHED";
  expect(seen).toEqual(Array.from({ length: isComplete ? lines : seen.length }, (_, index) => index + 1));
}

describe.runIf(process.platform === "linux")("kill -9 at random moments", () => {
  it(
    `loses and repeats nothing, and every run ends as expected and can continue (${kills}×)`,
    async () => {
      const random = seededRandom(seed);
      const agentIds = ["a", "b"].map((name) => `bc-${name.repeat(8)}-0000-4000-8000-000000000000`);
      let killed = 0;
      let round = 0;
      const counts: Record<string, number> = {};
      while (killed < kills) {
        round += 1;
        const now = round;
        const victim = victims[killed % victims.length] ?? "service";
        report(`round ${round}: ${victim}`);
        const share = random();
        const moment = delay(share * runMs);
        // The kill may happen while a run is still being created.
        const created = Promise.all(agentIds.map((id) => startRun(id, now)));
        const streams = created.then((runIds) =>
          Promise.all(runIds.map((runId, index) => follow(`/v1/agents/${agentIds[index]}/runs/${runId}`))),
        );
        streams.catch(() => undefined);
        await moment;
        const runIds = victim === "agent process" ? await created : [];
        if (runIds.length > 0) {
          // On a busy machine they start late.
          await Promise.race([streams, vi.waitFor(() => haveProcesses(runIds), { timeout: 60_000, interval: 10 })]);
          await delay(share * outputMs);
        }
        if (await kill(victim, runIds, random)) {
          killed += 1;
          counts[victim] = (counts[victim] ?? 0) + 1;
        }
        report("killed");
        const started = await created;
        report(`started: ${started.join(" ")}`);
        const read = await streams;
        report("read to the end");
        for (const [index, runId] of started.entries()) {
          await checkRun(agentIds[index] ?? "", runId, victim, read[index] ?? []);
        }
      }
      if (isLong) console.info(`${round} rounds, killed: ${JSON.stringify(counts)}`);

      // After the kills, a run continues the conversation and the workspace, and pushes its changes.
      const last = round + 1;
      for (const agentId of agentIds) {
        const runId = await startRun(agentId, last);
        await checkRun(agentId, runId, "database", await follow(`/v1/agents/${agentId}/runs/${runId}`));
        const { git } = getAgent.response.parse(await (await send(`/v1/agents/${agentId}`)).json());
        const branch = git?.branches[0]?.branch ?? "";
        const { rows } = await reader.query<{ id: string }>("select id from repositories");
        const repository = join(dataDir, "git", `${rows[0]?.id}.git`);
        const { stdout } = await runGit(["show", `${branch}:round.txt`], { cwd: repository });
        expect(stdout.toString()).toBe(`${last}\n`);
        // Objects that the demo's agents push while git reads the repository can be reported as missing.
        await vi.waitFor(() => runGit(["fsck", "--full", "--strict", "--no-dangling"], { cwd: repository }), {
          timeout: 30_000,
        });
      }
    },
    60_000 + kills * 40_000,
  );
});
