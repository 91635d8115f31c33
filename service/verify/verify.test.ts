import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runGit } from "@/git/run-git";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { agents, runEvents, runs } from "../core/store/tables/agents";
import { repositories } from "../core/store/tables/repositories";
import { startTestService, type TestService } from "../testing/test-service";
import { main, verify } from "./verify";

let test: TestService;
let agentId = "";
let runId = "";
let repositoryId = "";

const problems = async () =>
  (await verify(test.service)).problems.map(({ subject, detail }) => `${subject}: ${detail}`);

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

it("finds no problems after normal runs", async () => {
  expect(await verify(test.service)).toEqual({
    checked: expect.stringMatching(/^1 repository, [0-9]+ pull requests, 1 agent, 1 artifact$/),
    problems: [],
  });
});

/** Installs a `git` wrapper that runs `script` instead of `git fsck`. */
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

  it("is checked again, because git can miss objects during a repack", { tags: ["long"] }, async () => {
    const moved = join(test.dataDir, "moved-objects");
    await replaceFsck(`
      if mkdir ${moved}; then
        mv objects ${moved}/objects; mkdir -p objects/pack objects/info
        "$git" "$@"; code=$?
        rm -r objects; mv ${moved}/objects objects; "$git" repack -adq
        exit $code
      fi`);
    expect(await problems()).toEqual([]);
    expect(existsSync(moved)).toBe(true);
  });

  it("is reported if the problem remains after several checks", { tags: ["long"] }, async () => {
    const checks = join(test.dataDir, "checks");
    await replaceFsck(`date +%N | tee -a ${checks} | "$git" hash-object -w --stdin; exit 2`);
    expect(await problems()).toEqual([`repository ${repositoryId}: git fsck: exit code 2`]);
    expect((await readFile(checks, "utf8")).trim().split("\n")).toHaveLength(5);
  });
});

it("finds missing events and inconsistent agents and runs", { tags: ["long"] }, async () => {
  const { db } = test.service;
  await db.delete(runEvents).where(sql`${runEvents.runId} = ${runId} and ${runEvents.sequence} = 2`);
  await db.update(agents).set({ status: "ACTIVE" }).where(eq(agents.id, agentId));
  expect(await problems()).toEqual([
    `agent ${agentId}: is ACTIVE but has no active run`,
    `run ${runId}: is missing 1 event`,
  ]);
  await db.update(agents).set({ status: "IDLE" }).where(eq(agents.id, agentId));
  await db.update(runs).set({ status: "RUNNING" }).where(eq(runs.id, runId));
  await db.delete(runEvents).where(sql`${runEvents.runId} = ${runId} and ${runEvents.sequence} = 1`);
  expect(await problems()).toEqual([
    `agent ${agentId}: is IDLE but has an active run`,
    `run ${runId}: is missing 2 events`,
    `run ${runId}: is active but has a done event`,
  ]);
  await db.update(runs).set({ status: "FINISHED" }).where(eq(runs.id, runId));
  await db.delete(runEvents).where(eq(runEvents.runId, runId));
  expect(await problems()).toEqual([]);
});

it("finds missing or changed artifacts, and files of deleted agents", { tags: ["long"] }, async () => {
  const folder = join(test.dataDir, "artifacts", agentId);
  const [name = ""] = await readdir(folder);
  await writeFile(join(folder, name), "REPORT\n");
  expect(await problems()).toEqual([`artifact ${agentId}/artifacts/report.txt: content doesn't match its digest`]);
  await rm(join(folder, name));
  await writeFile(join(test.dataDir, "workspaces", "bc-gone"), "");
  expect(await problems()).toEqual([
    `artifact ${agentId}/artifacts/report.txt: content is missing`,
    "agent bc-gone: was deleted but its workspaces folder remains",
  ]);
  await rm(join(test.dataDir, "workspaces", "bc-gone"));
});

it("finds damaged repositories and unrecorded references, and prints them", { tags: ["long"] }, async () => {
  const dir = test.service.repositories.path(repositoryId);
  const { stdout } = await runGit(["rev-parse", "main"], { cwd: dir });
  const main1 = stdout.toString().trim();
  await runGit(["update-ref", "refs/heads/silent", main1], { cwd: dir });
  await runGit(["symbolic-ref", "HEAD", "refs/heads/silent"], { cwd: dir });
  await writeFile(join(dir, "refs", "heads", "broken"), `${"1".repeat(40)}\n`);
  await test.service.repositories.create("repo_unknown", { initialBranch: "main" });
  const found = (await problems()).join("\n");
  expect(found).toContain("repository repo_unknown: has a folder but no database row");
  expect(found).toContain(`repository ${repositoryId}: HEAD is refs/heads/silent but the default branch is main`);
  expect(found).toContain(`refs/heads/silent is at ${main1} but recorded at ${"0".repeat(40)}`);
  expect(found).toContain(`repository ${repositoryId}: git fsck:`);

  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  const url = new URL(test.service.database.url);
  url.pathname = url.pathname.replace(/_service$/, "");
  expect(await main({ ...process.env, DATA_DIR: test.dataDir, DATABASE_URL: url.href })).toBe(1);
  write.mockRestore();
  expect(lines.join("")).toContain("repository repo_unknown: has a folder but no database row\n");
  expect(lines.at(-1)).toMatch(/^1 repository, [0-9]+ pull requests?, 1 agent, 1 artifact: [0-9]+ problems found\n$/);
});
