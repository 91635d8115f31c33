import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { agents, runEvents, runs } from "../core/store/tables/agents";
import { repositories } from "../core/store/tables/repositories";
import { runGit } from "../git/run-git";
import { startTestService, type TestService } from "../testing/test-service";
import { main, verify } from "./verify";

let test: TestService;
let agentId = "";
let runId = "";
let repositoryId = "";

const said = async () => (await verify(test.service)).problems.map(({ subject, what }) => `${subject}: ${what}`);

beforeAll(async () => {
  test = await startTestService({ DEMO: "1" });
  const text = "```sh\necho report > artifacts/report.txt; echo new > new.txt\n```";
  const repos = [{ url: `${test.url}/demo/orders` }];
  const { agent, run } = await test.call(createAgent, { body: { prompt: { text }, repos } });
  await test.stream(agent.id, run.id);
  [agentId, runId] = [agent.id, run.id];
  const [row] = await test.service.db.select({ id: repositories.id }).from(repositories);
  repositoryId = row?.id ?? "";
});
afterAll(() => test.close());

it("finds nothing wrong with what runs left", async () => {
  expect(await verify(test.service)).toEqual({
    checked: expect.stringMatching(/^1 repositories, [0-9]+ pull requests, 1 agents, 1 artifacts$/),
    problems: [],
  });
});

/** Puts a `git` in front of the real one that runs `script` in place of `git fsck`. */
async function replaceFsck(script: string): Promise<void> {
  const { PATH = "" } = process.env;
  const real = PATH.split(":").find((folder) => existsSync(join(folder, "git")));
  const folder = await mkdtemp(join(test.dataDir, "git-"));
  const lines = [`git=${real}/git`, `case " $* " in *" fsck "*)`, script, ";; esac", 'exec "$git" "$@"'];
  await writeFile(join(folder, "git"), `#!/bin/sh\n${lines.join("\n")}\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}:${PATH}`);
}

describe("a repository that changes during the check", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is checked again, as git doesn't find the objects that a repack moves", async () => {
    const met = join(test.dataDir, "met-a-repack");
    await replaceFsck(`
      if mkdir ${met}; then
        mv objects ${met}/objects; mkdir -p objects/pack objects/info
        "$git" "$@"; code=$?
        rm -r objects; mv ${met}/objects objects; "$git" repack -adq
        exit $code
      fi`);
    expect(await said()).toEqual([]);
    expect(existsSync(met)).toBe(true);
  });

  it("is reported when the problem stays however often it is checked", async () => {
    const checks = join(test.dataDir, "checks");
    await replaceFsck(`date +%N | tee -a ${checks} | "$git" hash-object -w --stdin; exit 2`);
    expect(await said()).toEqual([`repository ${repositoryId}: git fsck: exit code 2`]);
    expect((await readFile(checks, "utf8")).trim().split("\n")).toHaveLength(5);
  });
});

it("finds missing events, and agents and runs that contradict each other", async () => {
  const { db } = test.service;
  await db.delete(runEvents).where(sql`${runEvents.runId} = ${runId} and ${runEvents.sequence} = 2`);
  await db.update(agents).set({ status: "ACTIVE" }).where(eq(agents.id, agentId));
  expect(await said()).toEqual([
    `agent ${agentId}: is ACTIVE and has no run under way`,
    `run ${runId}: 1 of its events are missing`,
  ]);
  await db.update(agents).set({ status: "IDLE" }).where(eq(agents.id, agentId));
  await db.update(runs).set({ status: "RUNNING" }).where(eq(runs.id, runId));
  await db.delete(runEvents).where(sql`${runEvents.runId} = ${runId} and ${runEvents.sequence} = 1`);
  expect(await said()).toEqual([
    `agent ${agentId}: is IDLE and has a run under way`,
    `run ${runId}: 2 of its events are missing`,
    `run ${runId}: goes on behind its last event`,
  ]);
  await db.update(runs).set({ status: "FINISHED" }).where(eq(runs.id, runId));
  await db.delete(runEvents).where(eq(runEvents.runId, runId));
  expect(await said()).toEqual([]);
});

it("finds artifacts that are lost or changed, and what deleted agents left", async () => {
  const folder = join(test.dataDir, "artifacts", agentId);
  const [name = ""] = await readdir(folder);
  await writeFile(join(folder, name), "REPORT\n");
  expect(await said()).toEqual([`artifact ${agentId}/artifacts/report.txt: its content has changed`]);
  await rm(join(folder, name));
  await writeFile(join(test.dataDir, "workspaces", "bc-gone"), "");
  expect(await said()).toEqual([
    `artifact ${agentId}/artifacts/report.txt: its content is missing`,
    "agent bc-gone: left its workspaces behind",
  ]);
  await rm(join(test.dataDir, "workspaces", "bc-gone"));
});

it("finds damaged repositories and references nobody recorded, and tells it as a program", async () => {
  const dir = test.service.repositories.path(repositoryId);
  const { stdout } = await runGit(["rev-parse", "main"], { cwd: dir });
  const main1 = stdout.toString().trim();
  await runGit(["update-ref", "refs/heads/silent", main1], { cwd: dir });
  await runGit(["symbolic-ref", "HEAD", "refs/heads/silent"], { cwd: dir });
  await writeFile(join(dir, "refs", "heads", "broken"), `${"1".repeat(40)}\n`);
  await test.service.repositories.create("repo_nobody", { initialBranch: "main" });
  const found = (await said()).join("\n");
  expect(found).toContain("repository repo_nobody: has a folder and no row");
  expect(found).toContain(`repository ${repositoryId}: HEAD is refs/heads/silent, and the default branch is main`);
  expect(found).toContain(`refs/heads/silent is at ${main1}, and the database last saw it at ${"0".repeat(40)}`);
  expect(found).toContain(`repository ${repositoryId}: git fsck:`);

  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const url = new URL(test.service.database.url);
  url.pathname = url.pathname.replace(/_service$/, "");
  expect(await main({ ...process.env, DATA_DIR: test.dataDir, DATABASE_URL: url.href })).toBe(1);
  write.mockRestore();
  expect(lines.join("")).toContain("repository repo_nobody: has a folder and no row\n");
  expect(lines.at(-1)).toMatch(/^1 repositories, [0-9]+ pull requests, 1 agents, 1 artifacts: [0-9]+ problems\n$/);
});
