import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReference } from "@/git/refs/references";
import { git } from "@/git/testing/git-fixture";
import { type CommitFileChange, createCommitFromFiles } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;

const author = { name: "Ada Lovelace", email: "ada@example.test" };
type Change = Pick<CommitFileChange, "path"> & Partial<CommitFileChange>;

beforeAll(async () => {
  hosted = await startHostedRepository();
  await hosted.commit({
    "README.md": "one\n",
    "src/a.txt": "a\n",
    "src/b.txt": "b\n",
    "src/deep/c.txt": "c\n",
    "tool.sh": "#!/bin/sh\n",
  });
  await hosted.push("main", "main:refs/heads/work");
});
afterAll(() => hosted.close());

const tip = async (branch: string) => (await readReference(hosted.dir, `refs/heads/${branch}`)) ?? "";

async function body(files: readonly Change[], input: Record<string, unknown> = {}) {
  const expectedHeadSha = await tip("work");
  return { targetBranch: "work", expectedHeadSha, message: "Change files", author, files, ...input };
}

const post = (input: unknown, key = hosted.test.keys.user) =>
  hosted.test.send("POST", `${hosted.path}/git/commits:createFromFiles`, { body: input, key });

async function commit(files: readonly Change[], input: Record<string, unknown> = {}) {
  return hosted.test.call(createCommitFromFiles, {
    params: hosted.params,
    body: { ...(await body(files, input)), files: [...files] },
  });
}

const files = async (at = "work") =>
  (await git(hosted.dir, "ls-tree", "-r", "--format=%(objectmode) %(path)", at)).split("\n");

async function expectRejected(
  files: readonly Change[],
  status: number,
  code: number,
  input: Record<string, unknown> = {},
) {
  const before = await tip("work");
  const response = await post(await body(files, input));
  expect(response).toMatchObject({ status, body: { code } });
  expect(await tip("work")).toBe(before);
  return response;
}

describe("Create Commit From Files", () => {
  it("H-COMMIT-11: accepts up to 1,000 changes", async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => ({ path: `many/${index}`, content: `${index}` }));
    await expectRejected(many, 400, 3);
    await commit(many.slice(0, 1_000));
    expect((await files()).filter((line) => line.includes(" many/"))).toHaveLength(1_000);
  });

  it("H-COMMIT-12: accepts files up to 8 MiB", { tags: ["long"] }, async () => {
    const content = "z".repeat(8 * 1024 * 1024);
    await expectRejected([{ path: "large", content: `${content}z` }], 400, 3);
    await commit([{ path: "large", content }]);
    expect(await git(hosted.dir, "cat-file", "-s", "work:large")).toBe(String(content.length));
  });

  it("H-COMMIT-13: rejects more than 32 MiB in total", { tags: ["long"] }, async () => {
    const content = "z".repeat(8 * 1024 * 1024);
    const four = ["1", "2", "3", "4"].map((path) => ({ path, content }));
    await expectRejected([...four, { path: "5", content: "z" }], 400, 3);
  });

  it("requires write access", async () => {
    expect((await post(await body([{ path: "x", content: "x" }]), hosted.stranger)).status).toBe(404);
  });

  it("loses no commits with 12 concurrent writers that retry", { tags: ["long"] }, async () => {
    const start = await tip("work");
    const writers = Array.from({ length: 12 }, async (_, index) => {
      for (let round = 0; round < 200; round += 1) {
        const response = await post(await body([{ path: `race/${index}`, content: `${round}` }]));
        if (response.status === 200) return;
        expect(response).toMatchObject({ status: 409, body: { code: 10 } });
      }
      throw new Error("a writer never succeeded");
    });
    await Promise.all(writers);
    expect(await git(hosted.dir, "rev-list", "--count", `${start}..work`)).toBe("12");
    expect((await files()).filter((line) => line.includes(" race/"))).toHaveLength(12);
    const moves = await hosted.test.service.db
      .select()
      .from(refUpdates)
      .where(eq(refUpdates.ref, "refs/heads/work"))
      .orderBy(asc(refUpdates.id));
    for (const [index, { before }] of moves.slice(1).entries()) expect(before).toBe(moves[index]?.after);
    expect(moves.at(-1)?.after).toBe(await tip("work"));
  });

  it("leaves a repository that passes git fsck", async () => {
    expect(await git(hosted.dir, "fsck", "--full", "--strict", "--no-dangling")).toBe("");
  });
});
