import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { storeObject } from "@/git/testing/tree-bomb";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addRuleset, deleteRulesets } from "../rulesets/testing/ruleset-fixture";

let pulls: PullRequests;
beforeAll(async () => {
  pulls = await startPullRequests({ REPOSITORY_LIMIT_MB: "4", FILE_LIMIT_MB: "1" });
});
afterAll(() => pulls.close());

/** All files in the repository's object folder, including packs and temporary files. */
async function stored(): Promise<string[]> {
  const names = await readdir(join(pulls.dir, "objects"), { recursive: true, withFileTypes: true });
  return names.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])).sort();
}

const tip = () => git(pulls.dir, "rev-parse", "main");
const random = (bytes: number) => randomBytes(bytes).toString("base64");
async function write(files: readonly { path: string; content: string }[]) {
  const body = {
    targetBranch: "main",
    expectedHeadSha: await tip(),
    message: "Write",
    author: { name: "Ada", email: "ada@example.test" },
    files: files.map((file) => ({ ...file, encoding: "base64" })),
  };
  return pulls.test.send("POST", `${pulls.path}/git/commits:createFromFiles`, { body });
}

describe("a commit created from files", () => {
  async function expectNothingStored(files: readonly { path: string; content: string }[], message: string, code = 9) {
    const [before, head] = [await stored(), await tip()];
    expect(await write(files)).toMatchObject({
      status: 400,
      body: { code, message: expect.stringContaining(message) },
    });
    expect([await stored(), await tip()]).toEqual([before, head]);
  }

  it("leaves no objects if a rule rejects it", async () => {
    await addRuleset(pulls, "push_branch", { block_direct_updates: { blockDirectUpdates: true } });
    await expectNothingStored([{ path: "a.txt", content: random(9) }], "requires changes through a pull request");
    await deleteRulesets(pulls);
  });

  it("leaves no objects if a file is too large, and names the field", async () => {
    const files = [{ path: "large.bin", content: random(1024 ** 2 + 1) }];
    await expectNothingStored(files, "files.0.content must be at most 1048576 bytes", 3);
  });

  it("leaves no objects if the repository would be too large", async () => {
    const files = Array.from({ length: 7 }, (_, index) => ({ path: `${index}.bin`, content: random(700_000) }));
    await expectNothingStored(files, "the repository would be larger than 4 MB");
  });

  it("keeps objects that arrive as a pack", async () => {
    const files = Array.from({ length: 150 }, (_, index) => ({ path: `many/${index}.txt`, content: random(9) }));
    expect((await write(files)).status).toBe(200);
    expect((await git(pulls.dir, "ls-tree", "-r", "--name-only", "main", "many/")).split("\n")).toHaveLength(150);
    await git(pulls.dir, "fsck", "--strict");
    expect((await stored()).filter((path) => path.includes("tmp_"))).toEqual([]);
  });
});

describe("a change that loses a race after its rules were checked", () => {
  /** Runs `race` while `write` has its new objects in quarantine and waits to update references. */
  async function overtake(write: () => Promise<unknown>, race: () => Promise<unknown>) {
    const release = await pulls.test.service.locks.references.acquire(pulls.repo.id);
    const result = write();
    try {
      await vi.waitFor(async () => expect((await stored()).some((path) => path.includes("tmp_objdir"))).toBe(true), {
        timeout: 20_000,
      });
      await race();
    } finally {
      release();
    }
    return result;
  }

  it("leaves no objects of a commit created from files", async () => {
    const other = await pulls.branch("overtaking", { "overtaking.txt": "1\n" });
    const before = await stored();
    const head = await tip();
    const lost = await overtake(
      () => write([{ path: "lost.txt", content: random(9) }]),
      () => git(pulls.dir, "update-ref", "refs/heads/main", other),
    );
    expect(lost).toMatchObject({ status: 409 });
    expect(await stored()).toEqual(before);
    await git(pulls.dir, "update-ref", "refs/heads/main", head);
  });

  it("leaves no objects of a merge", async () => {
    await pulls.branch("overtaken", { "overtaken.txt": "1\n" });
    const { number } = await pulls.open("overtaken");
    await pulls.test.service.mergePreparation.idle();
    const before = await stored();
    const lost = await overtake(
      () => pulls.test.send("POST", `${pulls.path}/pulls/${number}/merge`, { body: {} }),
      () => git(pulls.dir, "update-ref", "-d", "refs/heads/overtaken"),
    );
    expect(lost).toMatchObject({ status: 409 });
    expect(await stored()).toEqual(before);
  });

  it("is repeated by a merge whose base moved", async () => {
    await pulls.git("fetch", "--quiet", pulls.dir, "+main:refs/remotes/now");
    const head = await pulls.branch("merged-later", { "later.txt": "1\n" }, "refs/remotes/now");
    const base = await pulls.branch("base-meanwhile", { "meanwhile.txt": "1\n" }, "refs/remotes/now");
    const { number } = await pulls.open("merged-later");
    await pulls.test.service.mergePreparation.idle();
    const merged = await overtake(
      () => pulls.test.send("POST", `${pulls.path}/pulls/${number}/merge`, { body: {} }),
      () => git(pulls.dir, "update-ref", "refs/heads/main", base),
    );
    expect(merged).toMatchObject({ status: 200 });
    expect(await git(pulls.dir, "log", "-1", "--format=%P", "main")).toBe(`${base} ${head}`);
  });
});

describe("a merge", () => {
  it("is rejected if the repository is too large, and leaves no objects", async () => {
    await pulls.branch("topic", { "topic.txt": "1\n" });
    const { number } = await pulls.open("topic");
    await pulls.test.service.mergePreparation.idle();
    await storeObject(pulls.dir, "blob", randomBytes(5 * 1024 ** 2));
    const before = await stored();
    const merged = await pulls.test.send("POST", `${pulls.path}/pulls/${number}/merge`, { body: {} });
    expect(merged).toMatchObject({ status: 400, body: { code: 9, message: expect.stringContaining("4 MB") } });
    expect(await stored()).toEqual(before);
  });
});
