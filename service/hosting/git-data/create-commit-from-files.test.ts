import { rename } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readReference } from "@/git/refs/references";
import { git } from "@/git/testing/git-fixture";
import { type CommitFileChange, createCommitFromFiles } from "@/lib/contract/hosting/git-data/create-commit-from-files";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let start: string;

const author = { name: "Ada Lovelace", email: "ada@example.test" };
type Change = Pick<CommitFileChange, "path"> & Partial<CommitFileChange>;

beforeAll(async () => {
  hosted = await startHostedRepository();
  start = await hosted.commit({
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

const show = (path: string, at = "work") => git(hosted.dir, "cat-file", "blob", `${at}:${path}`);
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
  it("H-COMMIT-01 H-COMMIT-04 H-COMMIT-10: commits on the branch's head and advances the branch", async () => {
    const created = await commit([{ path: "src/new.txt", content: "new\n" }]);
    expect(created).toEqual({
      sha: await tip("work"),
      treeSha: await git(hosted.dir, "rev-parse", "work^{tree}"),
      previousHeadSha: start,
    });
    expect(await git(hosted.dir, "rev-parse", "work^")).toBe(start);
    expect(await git(hosted.dir, "log", "-1", "--format=%an <%ae> %cn <%ce> %B", "work")).toBe(
      "Ada Lovelace <ada@example.test> Ada Lovelace <ada@example.test> Change files",
    );
    expect(await files()).toEqual([
      "100644 README.md",
      "100644 src/a.txt",
      "100644 src/b.txt",
      "100644 src/deep/c.txt",
      "100644 src/new.txt",
      "100644 tool.sh",
    ]);
  });

  it("accepts a separate committer, and three forms of the branch name", async () => {
    for (const [index, targetBranch] of ["work", "heads/work", "refs/heads/work"].entries()) {
      await commit([{ path: "spelling.txt", content: `${index}\n` }], {
        targetBranch,
        committer: { name: "Bot", email: "bot@example.test" },
      });
    }
    expect(await show("spelling.txt")).toBe("2");
    expect(await git(hosted.dir, "log", "-1", "--format=%an %cn", "work")).toBe("Ada Lovelace Bot");
  });

  it("H-COMMIT-06: decodes base64 and keeps UTF-8 as is", async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);
    await commit([
      { path: "bytes.bin", content: bytes.toString("base64"), encoding: "base64" },
      { path: "ünï/text.txt", content: "grüße\r\n", encoding: "utf-8" },
    ]);
    expect(await git(hosted.dir, "cat-file", "-s", "work:bytes.bin")).toBe("4");
    expect(await git(hosted.dir, "cat-file", "-s", "work:ünï/text.txt")).toBe(String(Buffer.byteLength("grüße\r\n")));
  });

  it("H-COMMIT-07: writes files, executables and symlinks", async () => {
    await commit([
      { path: "m/file", content: "x" },
      { path: "m/run", content: "#!/bin/sh\n", mode: "executable" },
      { path: "m/link", content: "../README.md", mode: "symlink" },
    ]);
    expect((await files()).filter((line) => line.includes(" m/"))).toEqual([
      "100644 m/file",
      "120000 m/link",
      "100755 m/run",
    ]);
  });

  it("H-COMMIT-08: deletes files, and folders when they become empty", async () => {
    await commit([
      { path: "src/deep/c.txt", delete: true },
      { path: "bytes.bin", delete: true },
    ]);
    expect((await files()).filter((line) => /deep|bytes/.test(line))).toEqual([]);
  });

  it("replaces a file with a folder and back in one request", async () => {
    await commit([{ path: "turn", content: "file" }]);
    await commit([
      { path: "turn", delete: true },
      { path: "turn/inside", content: "1" },
    ]);
    expect(await show("turn/inside")).toBe("1");
    await commit([
      { path: "turn", content: "file again" },
      { path: "turn/inside", delete: true },
    ]);
    expect(await show("turn")).toBe("file again");
  });

  it("can delete all files", async () => {
    const tree = await git(hosted.dir, "ls-tree", "-r", "--name-only", "-z", "work");
    await commit(tree.split("\0").flatMap((path) => (path ? [{ path, delete: true as const }] : [])));
    expect(await git(hosted.dir, "rev-parse", "work^{tree}")).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904");
    await commit([{ path: "README.md", content: "back\n" }]);
  });

  it("H-COMMIT-09 H-ERR-06: rejects a stale expectedHeadSha without committing", async () => {
    await expectRejected([{ path: "x", content: "x" }], 409, 10, { expectedHeadSha: start });
  });

  it.each([
    ["targetBranch", { targetBranch: "none" }],
    ["targetBranch", { targetBranch: "refs/tags/v1" }],
    ["targetBranch", { targetBranch: "--all" }],
  ])("rejects an unknown branch: %s %j", async (_field, input) => {
    await expectRejected([{ path: "x", content: "x" }], 400, 9, input);
  });

  it.each([
    ["a deletion of a missing file", [{ path: "none.txt", delete: true }]],
    ["a deletion below a file", [{ path: "README.md/x", delete: true }]],
    ["a deletion of a folder", [{ path: "d", delete: true }]],
    ["a file below a file", [{ path: "README.md/x", content: "x" }]],
    ["a file in place of a folder", [{ path: "d", content: "x" }]],
    [
      "two files with one below the other",
      [
        { path: "p", content: "x" },
        { path: "p/q", content: "x" },
      ],
    ],
    ["no changes", [{ path: "README.md", content: "back\n" }]],
  ] satisfies [string, Change[]][])("rejects %s", async (_what, changes) => {
    await hosted.test.call(createCommitFromFiles, {
      params: hosted.params,
      body: { ...(await body([])), files: [{ path: "d/keep", content: `${Math.random()}` }] },
    });
    await expectRejected(changes, 400, 9);
  });

  it.each([
    "",
    "/abs",
    "a//b",
    "a/",
    "./a",
    "a/../b",
    "..",
    ".git/config",
    "sub/.GIT/config",
    ".git /x",
    ".git./x",
    ".g\u200cit/x",
    "git~1/x",
    "a\nb",
    "a/\u0000",
    "x".repeat(256),
    `${"d/".repeat(200)}f`,
  ])("rejects the path %j", async (path) => {
    await expectRejected([{ path, content: "x" }], 400, 3);
  });

  it("H-COMMIT-05: rejects an entry with both or neither of content and delete", async () => {
    await expectRejected([{ path: "x" }], 400, 3);
    await expectRejected([{ path: "README.md", content: "x", delete: true }], 400, 3);
    await expectRejected([{ path: "README.md", delete: false } as unknown as Change], 400, 3);
  });

  it("names the invalid entry", async () => {
    const response = await expectRejected(
      [
        { path: "ok", content: "" },
        { path: "../x", content: "" },
      ],
      400,
      3,
    );
    expect(JSON.stringify(response.body)).toContain("files");
  });

  it.each([
    [
      "a path twice",
      [
        { path: "x", content: "1" },
        { path: "x", content: "2" },
      ],
    ],
    ["content that is not base64", [{ path: "x", content: "%%%", encoding: "base64" }]],
    ["truncated base64", [{ path: "x", content: "abc", encoding: "base64" }]],
    ["an unpaired surrogate", [{ path: "x", content: "\ud800" }]],
    ["an unknown encoding", [{ path: "x", content: "x", encoding: "utf-16" }]],
    ["an unknown mode", [{ path: "x", content: "x", mode: "100777" }]],
    ["an empty symlink", [{ path: "x", content: "", mode: "symlink" }]],
    ["a symlink named .gitmodules, which git rejects", [{ path: ".gitmodules", content: "x", mode: "symlink" }]],
    ["no change", []],
  ] as unknown as [string, Change[]][])("rejects %s", async (_what, changes) => {
    await expectRejected(changes, 400, 3);
  });

  it.each([
    { message: "" },
    { message: " \n" },
    { author: { name: "", email: "a@b" } },
    { author: { name: "A <x@y> 1 +0000\nauthor B", email: "a@b" } },
    { author: { name: "A", email: "a>b" } },
    { author: undefined },
    { expectedHeadSha: "main" },
    { expectedHeadSha: undefined },
    { targetBranch: "" },
  ])("rejects %j", async (input) => {
    await expectRejected([{ path: "x", content: "x" }], 400, 3, input);
  });

  it("reports a damaged repository as an internal error, not as one of the request", async () => {
    await hosted.commit({ "damaged/a.txt": "a\n" });
    await hosted.push("main:refs/heads/damaged");
    const tree = await git(hosted.dir, "rev-parse", "damaged:damaged");
    const object = join(hosted.dir, "objects", tree.slice(0, 2), tree.slice(2));
    await rename(object, `${object}.kept`);
    const input = { targetBranch: "damaged", expectedHeadSha: await tip("damaged") };
    expect(await post(await body([{ path: "damaged/b.txt", content: "" }], input))).toMatchObject({ status: 500 });
    await rename(`${object}.kept`, object);
  });

  it("leaves a repository that passes git fsck", async () => {
    expect(await git(hosted.dir, "fsck", "--full", "--strict", "--no-dangling")).toBe("");
  });
});
