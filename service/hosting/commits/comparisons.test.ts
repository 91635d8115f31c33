import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compareCommits } from "@/lib/contract/hosting/commits/compare-commits";
import { listCommitFiles } from "@/lib/contract/hosting/commits/list-commit-files";
import { listComparisonFiles } from "@/lib/contract/hosting/commits/list-comparison-files";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";

let hosted: HostedRepository;
let start: string;
let topic: string;

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join("");

beforeAll(async () => {
  hosted = await startHostedRepository();
  start = await hosted.commit({
    "changed.txt": "one\ntwo\nthree\n",
    "moved/from.txt": lines(1, 40),
    "gone.txt": "gone\n",
    "binary.bin": "\0\u0001",
    "large.txt": "x\n".repeat(600_000),
    kind: "target\n",
  });
  await hosted.git("checkout", "--quiet", "-b", "topic");
  for (const name of ["gone.txt", "moved/from.txt"]) await rm(join(hosted.work, name));
  topic = await hosted.commit({
    "changed.txt": "one\n2\nthree\n",
    "moved/to.txt": `${lines(1, 40)}more\n`,
    'new ünï "quoted".txt': "diff --git a/x b/x\n@@ -1 +1 @@\n",
    "binary.bin": "\0\u0002",
    "large.txt": `${"x\n".repeat(600_000)}y\n`,
  });
  await hosted.git("checkout", "--quiet", "main");
  await hosted.commit({ "only-main.txt": "m\n" });
  await hosted.git("checkout", "--quiet", "--orphan", "alone");
  await hosted.commit({ "alone.txt": "a\n" });
  await hosted.push("main", "topic", "topic:refs/heads/dir/topic", "alone", `${start}:refs/tags/v1`);
});
afterAll(() => hosted.close());

const compare = (basehead: string) => hosted.test.call(compareCommits, { params: { ...hosted.params, basehead } });
const files = (basehead: string, query: { pageSize?: string; pageToken?: string } = {}) =>
  hosted.test.call(listComparisonFiles, { params: { ...hosted.params, basehead }, query });
const send = (path: string, key = hosted.test.keys.user) => hosted.test.send("GET", `${hosted.path}/${path}`, { key });

describe("Compare Commits", () => {
  it("returns how two revisions relate", async () => {
    expect(await compare("main...topic")).toMatchObject({
      status: "diverged",
      aheadBy: 1,
      behindBy: 1,
      headCommit: { sha: topic },
      mergeBaseCommit: { sha: start, commit: { message: "Change files\n" }, parents: [] },
    });
    expect(await compare(`${start}...topic`)).toMatchObject({ status: "ahead", aheadBy: 1, behindBy: 0 });
    expect(await compare(`topic...v1`)).toMatchObject({ status: "behind", aheadBy: 0, behindBy: 1 });
    expect(await compare("main...main")).toMatchObject({ status: "identical", aheadBy: 0, behindBy: 0 });
    expect((await compare("main...topic")).baseCommit).not.toHaveProperty("stats");
  });

  it("H-COMPARE-11 H-COMPARE-12: accepts HEAD on either side and an encoded slash", async () => {
    expect(await compare("HEAD...topic")).toEqual(await compare("main...topic"));
    expect(await compare("topic...HEAD")).toEqual(await compare("topic...main"));
    expect(await compare("main...dir/topic")).toEqual(await compare("main...topic"));
  });

  it("returns 404 for unrelated histories, unknown revisions and callers without access", async () => {
    for (const path of ["compare/main...alone", "compare/main...none", "compare/main~1...topic"]) {
      expect((await send(path)).status, path).toBe(404);
    }
    expect((await send("compare/main...topic", hosted.stranger)).status).toBe(404);
  });

  it.each(["main", "main..topic", "...topic", "main...", "..."])("rejects %s", async (basehead) => {
    expect(await send(`compare/${basehead}`)).toMatchObject({ status: 400, body: { code: 3 } });
  });
});

const expected = [
  { filename: "binary.bin", status: "modified", additions: 0, deletions: 0, changes: 0, patch: "" },
  {
    filename: "changed.txt",
    status: "modified",
    additions: 1,
    deletions: 1,
    changes: 2,
    patch: "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n",
  },
  { filename: "gone.txt", status: "removed", additions: 0, deletions: 1, changes: 1, patch: "@@ -1 +0,0 @@\n-gone\n" },
  { filename: "large.txt", status: "modified", additions: 1, deletions: 0, changes: 1, patch: "" },
  {
    filename: "moved/to.txt",
    previousFilename: "moved/from.txt",
    status: "renamed",
    additions: 1,
    deletions: 0,
    changes: 1,
    patch: expect.stringMatching(/^@@ -38,3 \+38,4 @@/),
  },
  {
    filename: 'new ünï "quoted".txt',
    status: "added",
    additions: 2,
    deletions: 0,
    changes: 2,
    patch: "@@ -0,0 +1,2 @@\n+diff --git a/x b/x\n+@@ -1 +1 @@\n",
  },
];

describe("List Comparison Files", () => {
  it("H-COMPARE-01 H-COMPARE-03: returns the changes from the merge base to the head", async () => {
    expect(await files("main...topic")).toEqual({ files: expected, nextPageToken: "" });
  });

  it("H-COMPARE-06: has the same format as List Commit Files", async () => {
    const commit = await hosted.test.call(listCommitFiles, { params: { ...hosted.params, sha: "topic" } });
    expect(commit).toEqual({ files: expected, nextPageToken: "" });
  });

  it("H-COMPARE-07 H-COMPARE-08: is empty for identical revisions and for a head behind its base", async () => {
    expect(await files("main...main")).toEqual({ files: [], nextPageToken: "" });
    expect(await files("topic...v1")).toEqual({ files: [], nextPageToken: "" });
  });

  it("H-COMPARE-09: returns 404 for unrelated histories", async () => {
    expect(await send("compare/main...alone/files")).toMatchObject({ status: 404, body: { code: 5 } });
    expect((await send("compare/main...topic/files", hosted.stranger)).status).toBe(404);
  });

  it("H-COMPARE-04 H-COMPARE-05: returns 30 per page, at most 100, without gaps", async () => {
    await hosted.git("checkout", "--quiet", "-B", "many", start);
    const many = Array.from({ length: 130 }, (_, index) => `many/${String(index).padStart(3, "0")}.txt`);
    await hosted.commit(Object.fromEntries(many.map((name) => [name, name])));
    await hosted.push("many");
    const first = await files("v1...many");
    expect(first.files).toHaveLength(30);
    const largest = await files("v1...many", { pageSize: "5000" });
    expect(largest.files).toHaveLength(100);
    const rest = await files("v1...many", { pageToken: largest.nextPageToken });
    expect([...largest.files, ...rest.files].map(({ filename }) => filename)).toEqual(many);
    expect(rest.files[0]).toMatchObject({ additions: 1, patch: expect.stringContaining("+many/100.txt") });
    expect(rest.nextPageToken).toBe("");
  });

  it("returns the same files for every page size", { tags: ["long"] }, async () => {
    await hosted.git("checkout", "--quiet", "-B", "wide", start);
    const body = "x".repeat(30_000);
    const wide = Array.from({ length: 640 }, (_, index) => [`wide/${index}.txt`, index < 330 ? body : `${index}\n`]);
    await hosted.commit(Object.fromEntries(wide));
    await hosted.push("wide");
    const every = async (pageSize: string) => {
      const found = [];
      let page = await files("v1...wide", { pageSize });
      for (;;) {
        found.push(...page.files);
        if (!page.nextPageToken) return found;
        page = await files("v1...wide", { pageToken: page.nextPageToken });
      }
    };
    const large = await every("100");
    expect(large).toHaveLength(640);
    expect(await every("7")).toEqual(large);
    await hosted.git("checkout", "--quiet", "many");
    expect(large.every(({ patch, additions }) => additions === 1 && patch.startsWith("@@ -0,0 +1 @@"))).toBe(true);
  });

  it("H-COMPARE-10: rejects a page token for other commits, basehead or page size", async () => {
    const { nextPageToken } = await files("v1...many", { pageSize: "10" });
    expect((await files("v1...many", { pageSize: "10", pageToken: nextPageToken })).files).toHaveLength(10);
    const token = `pageToken=${nextPageToken}`;
    expect(await send(`compare/v1...many/files?${token}&pageSize=11`)).toMatchObject({
      status: 400,
      body: { code: 3 },
    });
    expect(await send(`compare/main...topic/files?${token}`)).toMatchObject({ status: 400, body: { code: 3 } });
    await hosted.commit({ "many/000.txt": "changed" });
    await hosted.push("many");
    expect(await send(`compare/v1...many/files?${token}`)).toMatchObject({ status: 400, body: { code: 3 } });
  });
});

describe("List Commit Files", () => {
  const of = (sha: string) => hosted.test.call(listCommitFiles, { params: { ...hosted.params, sha } });

  it("returns all files of a root commit as added", async () => {
    const { files: all } = await of("v1");
    expect(all.map(({ filename, status }) => [filename, status])).toEqual(
      ["binary.bin", "changed.txt", "gone.txt", "kind", "large.txt", "moved/from.txt"].map((name) => [name, "added"]),
    );
  });

  it("H-COMMIT-16 H-COMMIT-24: accepts HEAD, names and abbreviations of at least five characters", async () => {
    expect((await of("HEAD")).files.map(({ filename }) => filename)).toEqual(["only-main.txt"]);
    for (const sha of ["dir/topic", topic, topic.slice(0, 5)]) expect((await of(sha)).files).toEqual(expected);
    expect((await send(`commits/${topic.slice(0, 4)}/files`)).status).toBe(404);
    expect((await send("commits/none/files")).status).toBe(404);
  });

  it("shows a file that became a link as removed and added lines", async () => {
    await hosted.git("checkout", "--quiet", "-B", "kinds", start);
    await rm(join(hosted.work, "kind"));
    await hosted.git("-c", "core.symlinks=true", "rm", "--quiet", "--cached", "kind");
    const blob = await hosted.git("rev-parse", `${start}:gone.txt`);
    await hosted.git("update-index", "--add", "--cacheinfo", `120000,${blob},kind`);
    await hosted.git("commit", "--quiet", "--message=Link");
    await hosted.push("kinds");
    const { files: all } = await of("kinds");
    expect(all).toMatchObject([{ filename: "kind", status: "modified", additions: 1, deletions: 1 }]);
    expect(all[0]?.patch).toContain("-target\n");
    expect(all[0]?.patch).toContain("+gone\n");
  });
});
