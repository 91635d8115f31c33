import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GitError } from "../run-git";
import { cloneFrom, commitFile, type GitServer, git, startGitServer } from "../testing/git-fixture";
import { commitBomb, commitTree, storeObject } from "../testing/tree-bomb";
import { defaultPushLimits } from "./check-push-limits";

async function errorOutput(work: Promise<string>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitError)) throw new Error("expected a GitError");
  return error.stderr;
}

describe("a push", () => {
  let server: GitServer;
  let work = "";
  beforeAll(async () => {
    server = await startGitServer({ pushLimits: { ...defaultPushLimits, repositoryBytes: 3_000_000 } });
    work = await cloneFrom(server, "writer", "work");
    await commitFile(work, "README.md", "Hello\n");
    await git(work, "push", "--quiet", "origin", "HEAD:main");
  });
  afterAll(() => server.stop());

  const push = (refspec: string) => git(work, "push", "--quiet", "origin", refspec);

  it("of a few objects that describe billions of files is rejected, as a commit or a tag", {
    tags: ["long"],
  }, async () => {
    const bomb = await commitBomb(work, 10, 10);
    expect(await errorOutput(push(`${bomb}:refs/heads/bomb`))).toContain(
      "refs/heads/bomb: contains more than 5000000 files",
    );
    await git(work, "tag", "-a", "-m", "Boom", "boom", bomb);
    expect(await errorOutput(push("refs/tags/boom"))).toContain("refs/tags/boom: contains more than");
    expect(await git(server.dir, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
    await expect(git(server.dir, "cat-file", "-e", bomb)).rejects.toThrow(GitError);
  });

  it("is rejected if any of its commits describes billions of files, not only the last", {
    tags: ["long"],
  }, async () => {
    const bomb = await commitBomb(work, 10, 9);
    const tree = await git(work, "rev-parse", "HEAD^{tree}");
    const clean = await commitTree(work, tree, bomb);
    expect(await errorOutput(push(`${clean}:refs/heads/hidden`))).toContain(
      `commit ${bomb}: contains more than 5000000 files`,
    );
    const merge = await commitTree(work, tree, await git(work, "rev-parse", "HEAD"), clean);
    expect(await errorOutput(push(`${merge}:refs/heads/hidden`))).toContain(`commit ${bomb}`);
    await expect(git(server.dir, "cat-file", "-e", bomb)).rejects.toThrow(GitError);
  });

  it("of a file over the limit is rejected with its name and size", { tags: ["long"] }, async () => {
    const strict = await startGitServer({ pushLimits: { ...defaultPushLimits, fileBytes: 1024 ** 2 } });
    try {
      const copy = await cloneFrom(strict, "writer", "files");
      await commitFile(copy, "small.txt", "a".repeat(1024 ** 2));
      await git(copy, "push", "--quiet", "origin", "HEAD:main");
      await commitFile(copy, "large file.txt", "a".repeat(2 * 1024 ** 2));
      await git(copy, "rm", "--quiet", "large file.txt");
      await git(copy, "commit", "--quiet", "--message=Remove it");
      expect(await errorOutput(git(copy, "push", "origin", "HEAD:main"))).toContain(
        "large file.txt is 2 MB. Files can be at most 1 MB.",
      );
    } finally {
      await strict.stop();
    }
  });

  it("of a commit or tag that is too large to read is rejected, also below the last commit", async () => {
    const message = join(server.folder, "message");
    await writeFile(message, "m".repeat(1024 ** 2));
    const tree = await git(work, "rev-parse", "HEAD^{tree}");
    const large = await git(work, "commit-tree", tree, "-F", message);
    const rejected = `commit ${large}: the commit is larger than 1 MB.`;
    expect(await errorOutput(push(`${large}:refs/heads/large`))).toContain(rejected);
    expect(await errorOutput(push(`${await commitTree(work, tree, large)}:refs/heads/large`))).toContain(rejected);
    await git(work, "tag", "-a", "-F", message, "large", "HEAD");
    expect(await errorOutput(push("refs/tags/large"))).toContain("the tag is larger than 1 MB.");
    expect(await git(server.dir, "for-each-ref", "--format=%(refname)")).toBe("refs/heads/main");
  });

  it("with excessive folder depth is rejected, with many files accepted", { tags: ["long"] }, async () => {
    const deep = await commitBomb(work, 1, 500);
    expect(await errorOutput(push(`${deep}:refs/heads/deep`))).toContain(
      "folders are nested more than 400 levels deep",
    );
    await push(`${await commitBomb(work, 10, 4)}:refs/heads/many`);
    await push(`${await storeObject(work, "blob", Buffer.from("x"))}:refs/tags/blob`);
  });

  it("that makes the repository too large is rejected; deleting still works", { tags: ["long"] }, async () => {
    await commitFile(
      work,
      "random.bin",
      Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64"),
    );
    await push("HEAD:refs/heads/small");
    const noise = Array.from({ length: 60 }, () => crypto.getRandomValues(new Uint8Array(60_000)));
    await commitFile(work, "large.bin", Buffer.concat(noise).toString("latin1"));
    expect(await errorOutput(push("HEAD:refs/heads/large"))).toContain("would be larger than 3 MB");
    expect(await git(server.dir, "for-each-ref", "refs/heads/large")).toBe("");
    await push(":refs/heads/small");
  });

  it("is rejected if the disk is nearly full", async () => {
    const full = await startGitServer({ pushLimits: { ...defaultPushLimits, freeBytes: Number.MAX_SAFE_INTEGER } });
    try {
      const copy = await cloneFrom(full, "writer", "full");
      await commitFile(copy, "a", "a");
      expect(await errorOutput(git(copy, "push", "origin", "HEAD:main"))).toContain("507");
    } finally {
      await full.stop();
    }
  });
});
