// @module-tag long

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

const { size: kills, seed } = chaosPlan("reference kills", { short: 1, long: 50, seed: 20_261_122 });
const writers = 6;
/** Duration of a round. */
const roundMs = 1_500;

let dataDir = "";
let postgres: Awaited<ReturnType<typeof startTestDatabase>>;
let program: ServiceProgram;
let pool: pg.Pool;
let key = "";
let repositoryId = "";

const path = "/v1/repohost/repos/demo/orders";
const author = { name: "Ada", email: "ada@example.test" };

async function send(method: string, rest: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${program.ready.url}${path}${rest}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}

/** A writer's view of its branch. */
interface Writer {
  branch: string;
  at: string;
  /** A change was in progress when the service died, and may or may not have been applied. */
  isPending: boolean;
}

beforeAll(async () => {
  postgres = await startTestDatabase("service");
  dataDir = await mkdtemp(join(tmpdir(), "slipway-reference-kills-"));
  program = await start();
  key = Keys.parse(JSON.parse(await readFile(program.ready.keysFile, "utf8"))).user;
  const url = new URL(postgres.url);
  url.pathname = `${url.pathname}_service`;
  pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // `end` doesn't wait for its connections, which may be dropped when the server stops.
  pool.on("error", () => undefined);
  repositoryId = String(Object((await send("GET", "")).body).id);
});
afterAll(async () => {
  await program.kill();
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () =>
  startServiceProgram({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    DEMO: "1",
    REPOHOST_POINTS_PER_MINUTE: "999999999",
    GIT_REQUESTS_PER_MINUTE: "999999999",
  });

/** Changes its branch until the service is killed; every third change is a git push. */
async function write(writer: Writer, killed: AbortSignal): Promise<void> {
  for (let change = 0; !killed.aborted; change += 1) {
    writer.isPending = true;
    try {
      if (change % 3 === 2) {
        const next = await forcePush(writer);
        writer.at = next;
      } else {
        const response = await send("POST", "/git/commits:createFromFiles", {
          targetBranch: writer.branch,
          expectedHeadSha: writer.at,
          message: `Change ${change}`,
          author,
          files: [{ path: `${writer.branch}.txt`, content: `${writer.at} ${change}\n` }],
        });
        if (response.status !== 200) throw new Error(`returned ${response.status}: ${JSON.stringify(response.body)}`);
        writer.at = String(Object(response.body).sha);
      }
      writer.isPending = false;
    } catch (error) {
      if (!killed.aborted) throw error;
    }
  }
}

/** Resets its branch by one commit with a force push, from the repository itself to avoid a clone. */
async function forcePush({ branch, at }: Writer): Promise<string> {
  const dir = createRepositoryStore(dataDir).path(repositoryId);
  const { stdout } = await runGit(["rev-parse", `${at}^`], { cwd: dir });
  const to = stdout.toString().trim();
  const url = new URL(`${program.ready.url}/demo/orders.git`);
  url.username = "x-access-token";
  url.password = key;
  await runGit(["push", "--quiet", "--force", url.href, `${to}:refs/heads/${branch}`], {
    cwd: dir,
    allowProtocols: ["http"],
  });
  return to;
}

describe.runIf(process.platform === "linux")("kill -9 during reference updates", () => {
  it(
    `loses no acknowledged update, and keeps git and the database consistent (${kills}×)`,
    async () => {
      const random = seededRandom(seed);
      const store = createRepositoryStore(dataDir);
      const dir = store.path(repositoryId);
      const main = (await readReference(dir, "refs/heads/main")) ?? "";
      const all: Writer[] = Array.from({ length: writers }, (_, index) => ({
        branch: `writer-${index}`,
        at: main,
        isPending: false,
      }));
      for (const { branch } of all) {
        expect((await send("POST", "/git/refs", { ref: `heads/${branch}`, sha: main })).status).toBe(200);
      }
      let moved = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const killed = new AbortController();
        const before = all.map(({ at }) => at);
        const working = Promise.all(all.map((writer) => write(writer, killed.signal)));
        // Wait until the writers have made progress, however slow the machine is.
        const started = vi.waitFor(
          () => expect(all.filter(({ at }, index) => at !== before[index]).length).toBeGreaterThan(1),
          { timeout: 60_000, interval: 5 },
        );
        await Promise.race([working, started]);
        await delay(random() * roundMs);
        killed.abort();
        await program.kill();
        await working;
        moved += all.filter(({ at }, index) => at !== before[index]).length;
        program = await start();
        for (const writer of all) {
          const at = await readReference(dir, `refs/heads/${writer.branch}`);
          if (!writer.isPending) expect(at).toBe(writer.at);
          writer.at = at ?? "";
          writer.isPending = false;
        }
        const problems: string[] = [];
        await checkRepositories({ db: drizzle(pool), repositories: store }, (subject, detail) =>
          problems.push(`${subject} ${detail}`),
        );
        expect(problems).toEqual([]);
      }
      expect(moved).toBeGreaterThan(kills);
    },
    60_000 + kills * 40_000,
  );
});
