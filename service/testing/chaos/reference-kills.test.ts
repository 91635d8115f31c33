import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { Keys } from "@/lib/core/settings/keys";
import { startTestDatabase } from "@/postgres/testing/test-server";
import { readReference } from "../../git/references";
import { createRepositoryStore } from "../../git/repository-store";
import { runGit } from "../../git/run-git";
import { checkRepositories } from "../../verify/check-repositories";
import { chaosPlan } from "../chaos-plan";
import { seededNumbers } from "../seeded-numbers";
import { type ServiceProgram, startServiceProgram } from "../service-program";

const { size: kills, seed } = chaosPlan("reference kills", { short: 3, long: 50, seed: 20_261_122 });
const writers = 6;
/** Time in which a round's writers are at work. */
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

/** What a writer was told: where its branch is, and where it asked it to go when no answer came. */
interface Known {
  branch: string;
  at: string;
  /** A change was under way when the service died: it happened, or it did not. */
  open: boolean;
}

beforeAll(async () => {
  postgres = await startTestDatabase("service");
  dataDir = await mkdtemp(join(tmpdir(), "slipway-reference-kills-"));
  program = await start();
  key = Keys.parse(JSON.parse(await readFile(program.ready.keysFile, "utf8"))).user;
  const url = new URL(postgres.url);
  url.pathname = `${url.pathname}_service`;
  pool = new pg.Pool({ connectionString: url.href, max: 2 });
  // `end` does not wait for its connections, which the server that stops may cut.
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

/** Commits to its own branch until the service is gone; every other change is a push of git. */
async function write(known: Known, gone: AbortSignal): Promise<void> {
  for (let change = 0; !gone.aborted; change += 1) {
    known.open = true;
    try {
      if (change % 3 === 2) {
        const next = await pushed(known);
        known.at = next;
      } else {
        const answer = await send("POST", "/git/commits:createFromFiles", {
          targetBranch: known.branch,
          expectedHeadSha: known.at,
          message: `Change ${change}`,
          author,
          files: [{ path: `${known.branch}.txt`, content: `${known.at} ${change}\n` }],
        });
        if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
        known.at = String(Object(answer.body).sha);
      }
      known.open = false;
    } catch (error) {
      if (!gone.aborted) throw error;
    }
  }
}

/** Takes its branch one commit back by a forced push, from the repository itself: no clone is needed. */
async function pushed({ branch, at }: Known): Promise<string> {
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

describe.runIf(process.platform === "linux")("kill -9 while references move", () => {
  it(
    `${kills} times: what was acknowledged is there, and git and database agree`,
    async () => {
      const random = seededNumbers(seed);
      const store = createRepositoryStore(dataDir);
      const dir = store.path(repositoryId);
      const main = (await readReference(dir, "refs/heads/main")) ?? "";
      const all: Known[] = Array.from({ length: writers }, (_, index) => ({
        branch: `writer-${index}`,
        at: main,
        open: false,
      }));
      for (const { branch } of all) {
        expect((await send("POST", "/git/refs", { ref: `heads/${branch}`, sha: main })).status).toBe(200);
      }
      let moved = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const gone = new AbortController();
        const before = all.map(({ at }) => at);
        const working = Promise.all(all.map((known) => write(known, gone.signal)));
        // However slow the machine is: what is killed has begun to work.
        const begun = vi.waitFor(
          () => expect(all.filter(({ at }, index) => at !== before[index]).length).toBeGreaterThan(1),
          { timeout: 60_000, interval: 5 },
        );
        await Promise.race([working, begun]);
        await delay(random() * roundMs);
        gone.abort();
        await program.kill();
        await working;
        moved += all.filter(({ at }, index) => at !== before[index]).length;
        program = await start();
        for (const known of all) {
          const at = await readReference(dir, `refs/heads/${known.branch}`);
          if (!known.open) expect(at).toBe(known.at);
          known.at = at ?? "";
          known.open = false;
        }
        const problems: string[] = [];
        await checkRepositories({ db: drizzle(pool), repositories: store }, (subject, what) =>
          problems.push(`${subject} ${what}`),
        );
        expect(problems).toEqual([]);
      }
      expect(moved).toBeGreaterThan(kills);
    },
    60_000 + kills * 40_000,
  );
});
