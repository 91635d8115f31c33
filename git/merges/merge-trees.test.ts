import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inQuarantine } from "../objects/quarantine";
import { GitError } from "../run-git";
import { git, temporaryFolder } from "../testing/git-fixture";
import { mergeTrees, UnrelatedHistories, writeCommit } from "./merge-trees";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dir = "";
/** Commits by name: two that change different lines of a base, and one without its history. */
const commits: Record<string, string> = {};
const by = { name: "Ada", email: "ada@example.test", at: 1_700_000_000, zone: "+0130" };

beforeAll(async () => {
  folder = await temporaryFolder();
  await git(folder.path, "init", "--quiet", "--initial-branch=base");
  dir = `${folder.path}/.git`;
  const commit = async (branch: string, content: string) => {
    await git(folder.path, "checkout", "--quiet", "-B", branch, ...(branch === "base" ? [] : ["base"]));
    await writeFile(`${folder.path}/a.txt`, content);
    await git(folder.path, "add", "--all");
    await git(folder.path, "commit", "--quiet", "--message=Change");
    commits[branch] = await git(folder.path, "rev-parse", "HEAD");
  };
  const lines = (first: string, last: string) => `${[first, 2, 3, 4, 5, 6, 7, 8, last].join("\n")}\n`;
  await commit("base", lines("1", "9"));
  await commit("first", lines("one", "9"));
  await commit("last", lines("1", "nine"));
  await commit("other", lines("eins", "9"));
  await git(folder.path, "checkout", "--quiet", "--orphan", "unrelated");
  await git(folder.path, "commit", "--quiet", "--message=Unrelated");
  commits.unrelated = await git(folder.path, "rev-parse", "HEAD");
});
afterAll(() => folder.remove());

const of = (name: string) => commits[name] ?? "";

describe("a merge of trees", () => {
  it("returns the tree of both changes, which a commit then has", async () => {
    const message = "Merge\n\nWith ünicode\n";
    const id = await inQuarantine(dir, async ({ env, keep }) => {
      const merge = await mergeTrees(env, of("first"), of("last"));
      if (!("tree" in merge)) throw new Error("conflict");
      const commit = { tree: merge.tree, parents: [of("first"), of("last")], by, message };
      const written = await writeCommit(env, commit);
      expect(await writeCommit(env, commit)).toBe(written);
      await keep();
      return written;
    });
    expect(await git(dir, "show", `${id}:a.txt`)).toBe("one\n2\n3\n4\n5\n6\n7\n8\nnine");
    expect(await git(dir, "log", "--max-count=1", "--format=%P|%an <%ae> %ad|%B", "--date=raw", id)).toBe(
      `${of("first")} ${of("last")}|Ada <ada@example.test> 1700000000 +0130|${message.trim()}`,
    );
    expect(await git(dir, "fsck", "--strict", "--no-dangling", id)).toBe("");
  });

  it("names the files that conflict", async () => {
    await inQuarantine(dir, async ({ env }) => {
      expect(await mergeTrees(env, of("first"), of("other"))).toEqual({ conflictedPaths: ["a.txt"] });
    });
  });

  it("fails for commits without a common ancestor, and for missing ones", async () => {
    await inQuarantine(dir, async ({ env }) => {
      await expect(mergeTrees(env, of("first"), of("unrelated"))).rejects.toThrow(UnrelatedHistories);
      await expect(mergeTrees(env, of("first"), "1".repeat(40))).rejects.toThrow(GitError);
    });
  });
});
