import { existsSync } from "node:fs";
import { stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { repositories } from "../../core/store/tables/repositories";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { createMaintenance } from "./maintain-repositories";

let hosted: HostedRepository;
beforeAll(async () => {
  hosted = await startHostedRepository();
});
afterAll(() => hosted.close());

const countOf = async (name: string) => {
  const { stdout } = await runGit(["count-objects", "-v"], { cwd: hosted.dir });
  return Number(new RegExp(`^${name}: ([0-9]+)$`, "m").exec(stdout.toString())?.[1]);
};
const pushed = (pushedAt: number) =>
  hosted.test.service.db.update(repositories).set({ pushedAt }).where(eq(repositories.id, hosted.repo.id));

it("packs pushed objects, writes the commit graph, and repeats only after another push", {
  tags: ["long"],
}, async () => {
  const files = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${index}.txt`, `${index}\n`]));
  const commit = await hosted.commit(files);
  // A direct push stays loose below git's limit; all of its branches are loose files.
  await runGit(["config", "receive.unpackLimit", "5000"], { cwd: hosted.dir });
  await hosted.push(...Array.from({ length: 120 }, (_, index) => `${commit}:refs/heads/b${index}`));
  expect(await countOf("count")).toBeGreaterThan(500);
  await pushed(1_000);
  const maintenance = createMaintenance(hosted.test.service);
  await maintenance();
  expect([await countOf("count"), await countOf("packs")]).toEqual([0, 1]);
  expect(existsSync(join(hosted.dir, "objects", "info", "commit-graphs", "commit-graph-chain"))).toBe(true);
  expect(existsSync(join(hosted.dir, "refs", "heads", "b1"))).toBe(false);
  expect((await runGit(["rev-parse", "b1"], { cwd: hosted.dir })).stdout.toString().trim()).toBe(commit);
  await runGit(["fsck", "--full"], { cwd: hosted.dir });

  const chain = join(hosted.dir, "objects", "info", "commit-graphs", "commit-graph-chain");
  const before = (await stat(chain)).mtimeMs;
  await maintenance();
  expect((await stat(chain)).mtimeMs).toBe(before);
  await hosted.push(`${await hosted.commit({ "more.txt": "1\n" })}:refs/heads/main`);
  await pushed(2_000);
  await maintenance();
  expect((await stat(chain)).mtimeMs).toBeGreaterThan(before);
});

it("removes only stale locks", async () => {
  const [old, fresh] = ["old", "fresh"].map((name) => join(hosted.dir, "refs", "heads", `${name}.lock`));
  for (const file of [old, fresh]) await writeFile(file ?? "", "");
  await utimes(old ?? "", new Date(0), new Date(0));
  await pushed(3_000);
  await createMaintenance(hosted.test.service)();
  expect([existsSync(old ?? ""), existsSync(fresh ?? "")]).toEqual([false, true]);
});
