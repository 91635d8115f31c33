import { pbkdf2 } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createRepositoryStore, type RepositoryStore } from "@/git/repository-store";
import { runGit } from "@/git/run-git";
import { dumpRepository } from "./dump-repository";
import { loadRepository } from "./load-repository";

const head = "refs/heads/main";
const history = `commit ${head}\ncommitter Ada <ada@example.test> 1700000000 +0000\ndata 2\nx\nM 644 inline a.txt\ndata 2\na\n\ndone\n`;
let folder = "";
let repositories: RepositoryStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slipway-dump-"));
  repositories = createRepositoryStore(join(folder, "source"));
  const fill = async (dir: string) => {
    await runGit(["fast-import", "--quiet", "--done"], { cwd: dir, input: history });
  };
  await repositories.create("repo_a", { initialBranch: "main", fill });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A database without recorded reference updates. */
const client = { query: async () => ({ rows: [], rowCount: 1 }) } as unknown as pg.ClientBase;
const dump = () => dumpRepository({ client, live: client, repositories }, { folder, id: "repo_a" });

it("copies every object, even if git ends before the file of the backup is open", async () => {
  // Files are opened by the same threads, so they wait.
  const busy = Array.from({ length: 8 }, () => promisify(pbkdf2)("key", "salt", 500_000, 64, "sha512"));
  await dump();
  await Promise.all(busy);
  expect((await readFile(join(folder, "git", "repo_a.pack"))).readUInt32BE(8)).toBe(3);
  const restored = createRepositoryStore(join(folder, "restored"));
  await loadRepository(restored, { folder, id: "repo_a", defaultBranch: "main" });
  const { stdout } = await runGit(["show", `${head}:a.txt`], { cwd: restored.path("repo_a") });
  expect(stdout.toString()).toBe("a\n");
});

it("a backup without its objects isn't restored", async () => {
  await dump();
  await writeFile(join(folder, "git", "repo_a.pack"), "");
  const restored = createRepositoryStore(join(folder, "restored"));
  const loading = loadRepository(restored, { folder, id: "repo_a", defaultBranch: "main" });
  await expect(loading).rejects.toThrow("repo_a.pack isn't a pack");
  expect(await restored.exists("repo_a")).toBe(false);
});
