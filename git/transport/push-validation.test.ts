import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GitError, runGit } from "../run-git";
import { cloneFrom, commitFile, type GitServer, git, startGitServer } from "../testing/git-fixture";

let server: GitServer;
let work: string;

beforeAll(async () => {
  server = await startGitServer();
  work = await cloneFrom(server, "writer", "work");
  await commitFile(work, "readme.txt", "one\n");
  await git(work, "push", "--quiet", "origin", "HEAD:refs/heads/main");
});
afterAll(() => server.stop());

async function errorOutput(run: Promise<unknown>): Promise<string> {
  const error = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(GitError);
  return error instanceof GitError ? error.stderr : "";
}

describe("push validation", () => {
  const push = (refspec: string) => git(work, "push", "origin", refspec);

  it.each([
    ["HEAD:refs/heads/HEAD", "must not be HEAD"],
    ["HEAD:refs/heads/-x", "must not start with a dash"],
    [`HEAD:refs/heads/${"a".repeat(40)}`, "must not look like an object id"],
    ["HEAD:refs/heads/x\u202ey", "must not contain text direction controls"],
  ])("rejects %s and says why", async (refspec, reason) => {
    const [before, pushCount] = [await git(server.dir, "for-each-ref"), server.pushes.length];
    expect(await errorOutput(push(refspec))).toContain(reason);
    expect(await git(server.dir, "for-each-ref")).toBe(before);
    expect(server.pushes.length).toBe(pushCount);
  });

  it("rejects references that are neither branches nor tags", async () => {
    for (const ref of ["refs/pull/1/head", "refs/internal/x", "refs/notes/x"]) {
      expect(await errorOutput(push(`HEAD:${ref}`))).toContain("only branches and tags can be pushed");
      expect(await git(server.dir, "for-each-ref", ref)).toBe("");
    }
  });

  it("pushes the branches and tags of a mirror and rejects its other references", async () => {
    const head = await git(work, "rev-parse", "HEAD");
    await git(work, "push", "origin", "HEAD:refs/heads/mirrored");
    const mirror = join(work, ".git", "mirror-clone");
    await git(work, "clone", "--quiet", "--mirror", await git(work, "remote", "get-url", "origin"), mirror);
    for (const ref of ["refs/heads/new", "refs/pull/1/head", "refs/notes/x"])
      await git(mirror, "update-ref", ref, head);
    const output = await errorOutput(git(mirror, "push", "--mirror"));
    expect(output).toMatch(/rejected.*refs\/pull\/1\/head/);
    expect(await git(server.dir, "for-each-ref", "--format=%(refname)", "refs/heads/new")).toBe("refs/heads/new");
    expect(await git(server.dir, "for-each-ref", "refs/pull", "refs/notes")).toBe("");
    await git(work, "push", "origin", ":refs/heads/mirrored", ":refs/heads/new");
  });

  it("rejects the whole push if one reference is invalid, and keeps no objects", async () => {
    const commit = await commitFile(work, "lost.txt", "lost\n");
    await errorOutput(git(work, "push", "origin", "HEAD:refs/heads/good", "HEAD:refs/heads/-bad"));
    expect(await git(server.dir, "for-each-ref", "refs/heads/good")).toBe("");
    await expect(git(server.dir, "cat-file", "-e", commit)).rejects.toThrow(GitError);
  });

  it("rejects malformed objects", async () => {
    const { stdout } = await runGit(["hash-object", "-w", "-t", "tree", "--literally", "--stdin"], {
      cwd: work,
      input: Buffer.concat([
        Buffer.from("40000 .git\0"),
        Buffer.from(await git(work, "rev-parse", "HEAD^{tree}"), "hex"),
      ]),
    });
    const commit = await git(work, "commit-tree", stdout.toString().trim(), "-m", "A tree that would overwrite .git");
    expect(await errorOutput(push(`${commit}:refs/heads/hostile`))).toContain("hasDotgit");
  });

  it("rejects a push above the size limit", { tags: ["long"] }, async () => {
    const small = await startGitServer({ maxPushBytes: 100_000 });
    try {
      const folder = await cloneFrom(small, "writer", "work");
      await commitFile(folder, "large.bin", randomBytes(400_000).toString("base64"));
      expect(await errorOutput(git(folder, "push", "origin", "HEAD:main"))).toMatch(/maximum allowed size/);
      expect(await git(small.dir, "for-each-ref")).toBe("");
      expect(await readdir(join(small.dir, "objects", "pack"))).toEqual([]);
    } finally {
      await small.stop();
    }
  });
});
