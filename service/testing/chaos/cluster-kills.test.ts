import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readReference } from "@/git/refs/references";
import { createRepositoryStore } from "@/git/repository-store";
import { runGit } from "@/git/run-git";
import { Keys } from "@/lib/core/settings/keys";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { checkRepositories } from "../../verify/check-repositories";
import { chaosPlan } from "../chaos-plan";
import { type ServiceProgram, startServiceProgram } from "../service-program";

/** Runs of a killed service end after a minute, so this test only runs long. */
const { size: kills, seed, isLong } = chaosPlan("cluster kills", { short: 2, long: 30, seed: 20_261_123 });
const writers = 4;
const roundMs = 1_500;
const path = "/v1/repohost/repos/demo/orders";
const author = { name: "Ada", email: "ada@example.test" };
/** Stable public URL, because ports change with each start. */
const gitUrl = "https://git.example.com";

let dataDir = "";
let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let pool: pg.Pool;
let key = "";
/** Two services on one database and one data folder. */
const programs: ServiceProgram[] = [];

const start = (settings: Record<string, string> = { SLIPWAY_SUPERVISED: "0" }) =>
  startServiceProgram({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    GIT_URL: gitUrl,
    REPOHOST_POINTS_PER_MINUTE: "999999999",
    GIT_REQUESTS_PER_MINUTE: "999999999",
    ...settings,
  });

let turn = 0;

/** Sends a request to the services in turn, as a balancer does. Returns undefined if it isn't known whether it was handled. */
async function send(
  method: string,
  url: string,
  body?: unknown,
): Promise<{ status: number; body: unknown } | undefined> {
  turn += 1;
  const { ready } = programs[turn % programs.length] ?? {};
  const sent = fetch(`${ready?.url}${url}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await sent.catch(() => undefined);
  const text = await response?.text().catch(() => undefined);
  if (!response || text === undefined || response.status >= 500) return undefined;
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

beforeAll(async () => {
  postgres = await startTestDatabase("service");
  dataDir = await mkdtemp(join(tmpdir(), "slipway-cluster-"));
  // The first start creates the demo repository; afterward, neither service is alone.
  const first = await start({ DEMO: "1" });
  key = Keys.parse(JSON.parse(await readFile(first.ready.keysFile, "utf8"))).user;
  await first.kill();
  programs.push(await start(), await start());
  const url = new URL(postgres.url);
  url.pathname = `${url.pathname}_service`;
  pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // `end` doesn't wait for its connections, which may be dropped when the server stops.
  pool.on("error", () => undefined);
});
afterAll(async () => {
  for (const program of programs) await program.kill();
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Commits to its branch until aborted. Returns the acknowledged commits. */
async function write(branch: string, dir: string, signal: AbortSignal): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let change = 0; !signal.aborted; change += 1) {
    const at = await readReference(dir, `refs/heads/${branch}`);
    const response = await send("POST", `${path}/git/commits:createFromFiles`, {
      targetBranch: branch,
      expectedHeadSha: at,
      message: `Change ${change}`,
      author,
      files: [{ path: `${branch}.txt`, content: `${at} ${change}\n` }],
    });
    if (response?.status === 200) acknowledged.push(String(Object(response.body).sha));
  }
  return acknowledged;
}

/** Starts agents until aborted. Returns the ids of the acknowledged ones. */
async function launch(signal: AbortSignal): Promise<string[]> {
  const ids: string[] = [];
  while (!signal.aborted) {
    const text = "```sh\necho run >> run.txt\n```";
    const response = await send("POST", "/v1/agents", { prompt: { text }, repos: [{ url: `${gitUrl}/demo/orders` }] });
    if (response?.status === 201) ids.push(String(Object(Object(response.body).agent).id));
    await delay(200);
  }
  return ids;
}

describe.runIf(isLong && process.platform === "linux")("kill -9 of one of two services", () => {
  it(
    `lose no acknowledged write and execute no run twice (${kills}×)`,
    async () => {
      const random = seededRandom(seed);
      const store = createRepositoryStore(dataDir);
      const [repositoryId = ""] = await store.list();
      const dir = store.path(repositoryId);
      const main = await readReference(dir, "refs/heads/main");
      const branches = Array.from({ length: writers }, (_, index) => `writer-${index}`);
      for (const branch of branches) {
        expect((await send("POST", `${path}/git/refs`, { ref: `heads/${branch}`, sha: main }))?.status).toBe(200);
      }
      const until = new AbortController();
      const writing = Promise.all(branches.map((branch) => write(branch, dir, until.signal)));
      const launching = launch(until.signal);
      for (let kill = 0; kill < kills; kill += 1) {
        await delay(roundMs / 2 + random() * roundMs);
        const victim = Math.floor(random() * programs.length);
        await programs[victim]?.kill();
        // The other one serves alone for a while.
        await delay(random() * roundMs);
        programs[victim] = await start();
      }
      until.abort();
      const [acknowledged, agentIds] = [await writing, await launching];

      expect(acknowledged.flat().length).toBeGreaterThan(kills);
      for (const [index, branch] of branches.entries()) {
        const { stdout } = await runGit(["rev-list", `refs/heads/${branch}`], { cwd: dir });
        const present = new Set(stdout.toString().split("\n"));
        expect((acknowledged[index] ?? []).filter((id) => !present.has(id))).toEqual([]);
      }

      expect(agentIds.length).toBeGreaterThan(0);
      for (const id of agentIds) {
        // Runs of a killed service end when their lease, of a minute, expires.
        const run = await vi.waitFor(
          async () => {
            const { items } = Object((await send("GET", `/v1/agents/${id}/runs`))?.body);
            expect(["FINISHED", "ERROR"]).toContain(items?.[0]?.status);
            return items[0];
          },
          { timeout: 120_000, interval: 200 },
        );
        const branch = Object(Object(run).git).branches?.[0]?.branch;
        if (typeof branch !== "string") continue;
        const { stdout } = await runGit(["show", `refs/heads/${branch}:run.txt`], { cwd: dir, okCodes: [0, 128] });
        expect(["", "run\n"]).toContain(stdout.toString());
      }

      // Updates that a kill interrupted are completed after two minutes, or when a service starts alone.
      for (const program of programs) await program.kill();
      programs.splice(0, 2, await start({ SLIPWAY_SUPERVISED: "1" }));
      const problems: string[] = [];
      await checkRepositories({ db: drizzle(pool), repositories: store }, (subject, detail) =>
        problems.push(`${subject} ${detail}`),
      );
      expect(problems).toEqual([]);
    },
    180_000 + kills * 40_000,
  );
});
