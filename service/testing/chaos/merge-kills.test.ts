// @module-tag long

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRepositoryStore } from "@/git/repository-store";
import { commitFile, git } from "@/git/testing/git-fixture";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createRepo } from "@/lib/contract/hosting/repositories/create-repo";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { Keys } from "@/lib/core/settings/keys";
import { projectRoot } from "@/lib/core/settings/project-root";
import { readSettings } from "@/lib/core/settings/settings";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { type Database, openDatabase } from "@/postgres/database";
import { type PostgresServer, startPostgres } from "@/postgres/server";
import { namespaces } from "../../core/store/tables/repositories";
import { verify } from "../../verify/verify";
import { chaosPlan } from "../chaos-plan";
import { type ServiceProgram, startServiceProgram } from "../service-program";

const { size: kills, seed } = chaosPlan("merge kills", { short: 1, long: 50, seed: 20_261_122 });
/** Approximate duration of a round's merges and commits. */
const roundMs = 500;
const perRound = 4;
const log = createLog({ program: "test", level: "silent" });
const R = "/v1/repohost/repos/acme/widgets";

let dataDir = "";
let databaseDir = "";
let postgres: PostgresServer;
let database: Database;
let program: ServiceProgram;
let keys: Keys;
let repositoryDir = "";

const start = async () => {
  program = await startServiceProgram({
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    REPOHOST_POINTS_PER_MINUTE: "999999",
  });
};

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${program.ready.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${keys.user}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const content: unknown = await response.json();
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${JSON.stringify(content)}`);
  return content;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "slipway-merge-kills-"));
  databaseDir = await mkdtemp(join(tmpdir(), "slipway-merge-kills-database-"));
  postgres = await startPostgres({ dataDir: databaseDir, log });
  await start();
  keys = Keys.parse(JSON.parse(await readFile(program.ready.keysFile, "utf8")));
  const migrations = join(projectRoot, "service", "core", "store", "migrations");
  database = await openDatabase({ url: postgres.url, name: "service", migrations, log });
  const row = { id: systemIds.typed("ns"), slug: "acme", slugFolded: "acme", type: "team" as const, teamId: 1 };
  await drizzle(database.pool)
    .insert(namespaces)
    .values({ ...row, createdAt: systemClock.now() });
  const { id } = createRepo.response.parse(await send("POST", "/v1/repohost/repos/acme", { name: "widgets" }));
  repositoryDir = createRepositoryStore(dataDir).path(id);
  const work = await mkdtemp(join(tmpdir(), "slipway-merge-kills-work-"));
  await git(work, "init", "--quiet", "--initial-branch=main");
  await commitFile(work, "README.md", "# Widgets\n");
  const remote = `${program.ready.url.replace("://", `://x-access-token:${keys.user}@`)}/acme/widgets.git`;
  await git(work, "push", "--quiet", remote, "main");
  await rm(work, { recursive: true });
});
afterAll(async () => {
  await program.kill();
  await database.close();
  await postgres.stop();
  for (const folder of [dataDir, databaseDir]) await rm(folder, { recursive: true, force: true });
});

const tip = (branch: string) => git(repositoryDir, "for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`);

async function commitTo(targetBranch: string, expectedHeadSha: string): Promise<string> {
  const author = { name: "Ada", email: "ada@example.test" };
  const files = [{ path: `${targetBranch}.txt`, content: `${targetBranch}\n` }];
  const body = { targetBranch, expectedHeadSha, message: `Change ${targetBranch}`, author, files };
  const response = await send("POST", `${R}/git/commits:createFromFiles`, body);
  return response !== null && typeof response === "object" && "sha" in response ? String(response.sha) : "";
}

/** Opens a pull request from a new branch. Returns its number. */
async function open(branch: string): Promise<string> {
  const main = await tip("main");
  await send("POST", `${R}/git/refs`, { ref: `heads/${branch}`, sha: main });
  await commitTo(branch, main);
  return PullRequest.parse(await send("POST", `${R}/pulls`, { title: branch, head: branch, base: "main" })).number;
}

/** Returns the results of the requests that succeeded before the connection was lost. */
async function successful<T>(requests: readonly Promise<T>[]): Promise<T[]> {
  const settled = await Promise.allSettled(requests);
  return settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
}

it(
  `kill -9 during merges and commits loses nothing that was acknowledged, and keeps git and the database consistent (${kills}×)`,
  async () => {
    const random = seededRandom(seed);
    const settings = readSettings({ DATA_DIR: dataDir });
    const checked = { db: drizzle(database.pool), repositories: createRepositoryStore(dataDir), settings };
    const numbers: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      const names = Array.from({ length: perRound }, (_, at) => `round-${round}-${at}`);
      const opened: string[] = [];
      for (const name of names) opened.push(await open(name));
      numbers.push(...opened);
      const main = await tip("main");
      for (const name of names) await send("POST", `${R}/git/refs`, { ref: `heads/free-${name}`, sha: main });

      const merges = successful(
        opened.map(async (number) =>
          mergePullRequest.response.parse(await send("POST", `${R}/pulls/${number}/merge`, {})),
        ),
      );
      const commits = successful(
        names.map(async (name) => ({ branch: `free-${name}`, sha: await commitTo(`free-${name}`, main) })),
      );
      await delay(random() * roundMs);
      await program.kill();
      const [merged, written] = [await merges, await commits];
      await start();

      expect((await verify(checked)).problems).toEqual([]);
      const history = (await git(repositoryDir, "rev-list", "main")).split("\n");
      for (const { mergeCommitSha } of merged) expect(history).toContain(mergeCommitSha);
      for (const { branch, sha } of written) expect(await tip(branch)).toBe(sha);
      for (const number of numbers) {
        const { state, mergeCommitSha, head } = PullRequest.parse(await send("GET", `${R}/pulls/${number}`));
        // Merged in the database if and only if merged in git.
        expect([number, state, history.includes(head.sha)]).toEqual([number, state, state === "merged"]);
        if (state === "merged") expect(history).toContain(mergeCommitSha);
      }
    }
    // Pull requests that a kill left open can still be merged.
    for (const number of numbers) await send("POST", `${R}/pulls/${number}/merge`, {});
    expect((await verify(checked)).problems).toEqual([]);
  },
  60_000 + kills * 40_000,
);
