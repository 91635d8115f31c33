import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRepositoryStore } from "@/git/repository-store";
import { git, temporaryFolder } from "@/git/testing/git-fixture";
import { readDemoPulls } from "./demo-pulls";
import { importDemoHistory } from "./demo-repository";
import { type DemoCommit, readHistory, replay } from "./history";

const now = Date.UTC(2026, 8, 1, 12);
const author = { name: "A", email: "a@b.c", zone: "+0000" };

/** Branches that add code with tests. */
const branchesWithTests = ["backport/shutdown", "feature/refunds", "currency/3-docs"];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dir: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  const fill = (empty: string) => importDemoHistory(empty, now);
  dir = await createRepositoryStore(folder.path).create("repo_demo", { initialBranch: "main", fill });
});
afterAll(() => folder.remove());

async function runTests(revision: string): Promise<{ code: number; output: string }> {
  const clone = join(folder.path, revision.replaceAll("/", "-"));
  await git(folder.path, "clone", "--quiet", "--branch", revision, `file://${dir}`, clone);
  // A nested test runner reports to the outer one if it inherits its variables.
  const env: NodeJS.ProcessEnv = { NODE_ENV: "test", PATH: process.env.PATH ?? "" };
  return promisify(execFile)(process.execPath, ["--test"], { cwd: clone, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string }) => ({ code: error.code, output: error.stdout }),
  );
}

describe("the demo repository", () => {
  it("passes git fsck and has a history by three authors over several weeks", async () => {
    await git(dir, "fsck", "--strict", "--no-dangling");
    expect(await git(dir, "rev-list", "--count", "main")).toBe("14");
    expect(new Set((await git(dir, "log", "--all", "--format=%an")).split("\n")).size).toBe(3);
    const dates = (await git(dir, "log", "--all", "--format=%ct")).split("\n").map(Number);
    expect(Math.max(...dates) * 1000).toBeLessThan(now);
    expect(Math.max(...dates) - Math.min(...dates)).toBeGreaterThan(30 * 24 * 60 * 60);
  });

  it("has a branch for every pull request and two annotated tags", async () => {
    const count = (range: string) => git(dir, "rev-list", "--count", range);
    const { pullRequests } = await readDemoPulls();
    const branches = (await git(dir, "for-each-ref", "--format=%(refname:short)", "refs/heads")).split("\n");
    expect(branches).toEqual(
      expect.arrayContaining(["main", "release/1.0", ...pullRequests.flatMap(({ head, base }) => [head, base])]),
    );
    expect(await count("main..feature/bulk-discounts")).toBe("2");
    expect(await count("main..fix/rounding")).toBe("2");
    expect(await git(dir, "for-each-ref", "--format=%(objecttype) %(refname:short)", "refs/tags")).toBe(
      "tag v1.0.0\ntag v1.1.0",
    );
  });

  it.each(["main", "feature/bulk-discounts", "fix/rounding", "release/1.0", "v1.0.0", ...branchesWithTests])(
    "passes its own tests at %s on plain Node",
    { tags: ["long"] },
    async (revision) => {
      const { code, output } = await runTests(revision);
      expect(code, output).toBe(0);
      expect(output).toMatch(/pass \d\d/);
    },
  );

  it("has a commit with a failing test before the commit that fixes it", { tags: ["long"] }, async () => {
    await git(dir, "branch", "before-fix", "fix/rounding~1");
    const { code, output } = await runTests("before-fix");
    expect(code).not.toBe(0);
    expect(output).toMatch(/fail 1/);
  });
});

describe("replaying a history", () => {
  const commit = (changes: Pick<DemoCommit, "added" | "patch">) => {
    return { branch: "main", author, daysAgo: 1, time: "09:00", message: "Change", ...changes };
  };
  const first = commit({ added: { a: "x\n" }, patch: "" });
  const patchOf = (path: string, before: string) =>
    commit({ added: {}, patch: `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${before}\n+y\n` });

  it("applies patches to the files of the parent", () => {
    expect(replay([first, patchOf("a", "x")]).map(({ files }) => files)).toEqual([{ a: "x\n" }, { a: "y\n" }]);
  });

  it("rejects a patch that doesn't apply", () => {
    expect(() => replay([first, patchOf("a", "z")])).toThrow("doesn't apply");
    expect(() => replay([first, patchOf("b", "x")])).toThrow("doesn't exist");
  });

  it("returns complete files for every commit", async () => {
    const files = (await readHistory()).map((each) => Object.keys(each.files).length);
    expect(Math.min(...files)).toBeGreaterThan(0);
  });
});
