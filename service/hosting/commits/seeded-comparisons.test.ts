// @module-tag long

import { afterAll, beforeAll, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import { listBranches } from "@/lib/contract/hosting/branches/list-branches";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { compareCommits } from "@/lib/contract/hosting/commits/compare-commits";
import { listComparisonFiles } from "@/lib/contract/hosting/commits/list-comparison-files";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { seededHistory } from "./testing/seeded-history";

/** `COMPARISONS=all` compares every range of the history: each branch with main and with the branches near it. */
const sampleSize = process.env.COMPARISONS === "all" ? Number.POSITIVE_INFINITY : 24;
const seed = 20_261_123;
const merges = 80;
/** Branches besides those of the merges. */
const moreBranches = 3_000;

let hosted: HostedRepository;
let ranges: [base: string, head: string][];
/** Branches that can conflict: those of merges near each other. */
let pairs: [base: string, head: string][];

beforeAll(async () => {
  hosted = await startHostedRepository();
  const { stream, branches } = seededHistory(seed, merges);
  await runGit(["fast-import", "--quiet", "--done"], { cwd: hosted.dir, env: { GIT_DIR: hosted.dir }, input: stream });
  const commits = (await git(hosted.dir, "rev-list", "main")).split("\n");
  const created = Array.from(
    { length: moreBranches },
    (_, index) => `create refs/heads/more/${index} ${commits[index % commits.length]}\n`,
  );
  await runGit(["update-ref", "--stdin"], { cwd: hosted.dir, env: { GIT_DIR: hosted.dir }, input: created.join("") });
  const all = branches.flatMap((branch, index): [string, string][] => [
    ["main", branch],
    [branch, "main"],
    ...branches.slice(index + 1, index + 4).map((other): [string, string] => [branch, other]),
  ]);
  const random = seededRandom(seed);
  const order = all.map((range) => ({ range, at: random() })).sort((a, b) => a.at - b.at);
  ranges = order.slice(0, sampleSize).map(({ range }) => range);
  pairs = order.map(({ range }) => range).filter((range) => !range.includes("main"));
});
afterAll(() => hosted.close());

async function filesOf(basehead: string): Promise<CommitFile[]> {
  const files: CommitFile[] = [];
  for (let pageToken: string | undefined = ""; pageToken !== undefined; ) {
    const query: { pageToken?: string } = pageToken ? { pageToken } : {};
    const page = await hosted.test.call(listComparisonFiles, { params: { ...hosted.params, basehead }, query });
    files.push(...page.files);
    pageToken = page.nextPageToken || undefined;
  }
  return files;
}

const statuses: Readonly<Record<string, string>> = { A: "added", D: "removed", M: "modified", R: "renamed" };

/** The files of a range as git's own porcelain prints them. */
async function expectedFiles(from: string, to: string): Promise<Partial<CommitFile>[]> {
  const diff = (...args: string[]) => git(hosted.dir, "diff", "-M", "--no-color", ...args, from, to);
  const patches = `\n${await diff("--full-index")}`.split("\ndiff --git ").slice(1);
  const counts = (await diff("--numstat")).split("\n");
  const names = (await diff("--name-status")).split("\n").filter(Boolean);
  return names.map((line, index) => {
    const [letter = "", first = "", second] = line.split("\t");
    const [additions, deletions] = (counts[index] ?? "").split("\t").map((count) => Number(count) || 0);
    const patch = patches[index] ?? "";
    const start = patch.indexOf("\n@@ ");
    return {
      filename: second ?? first,
      status: statuses[letter.slice(0, 1)] ?? letter,
      ...(second === undefined ? {} : { previousFilename: first }),
      additions: additions ?? 0,
      deletions: deletions ?? 0,
      changes: (additions ?? 0) + (deletions ?? 0),
      patch: start < 0 ? "" : patch.slice(start + 1).trimEnd(),
    };
  });
}

it("agrees with git on the commits and files of every sampled range", { timeout: 600_000 }, async () => {
  let compared = 0;
  for (const [base, head] of ranges) {
    const basehead = `${base}...${head}`;
    const result = await hosted.test.call(compareCommits, { params: { ...hosted.params, basehead } });
    const [behindBy, aheadBy] = (await git(hosted.dir, "rev-list", "--count", "--left-right", basehead))
      .split("\t")
      .map(Number);
    const mergeBase = (await git(hosted.dir, "merge-base", base, head)).split("\n")[0] ?? "";
    expect(result, basehead).toMatchObject({ aheadBy, behindBy, mergeBaseCommit: { sha: mergeBase } });
    const files = (await filesOf(basehead)).map((file) => ({ ...file, patch: file.patch.trimEnd() }));
    expect(files, basehead).toEqual(await expectedFiles(mergeBase, head));
    compared += files.length;
  }
  expect(compared).toBeGreaterThan(ranges.length);
  console.log(`compared ${ranges.length} ranges with ${compared} files`);
});

it(`lists ${moreBranches} branches as git does`, async () => {
  const listed: string[] = [];
  for (let pageToken: string | undefined = ""; pageToken !== undefined; ) {
    const query: { pageSize: string; pageToken?: string } = { pageSize: "100", ...(pageToken ? { pageToken } : {}) };
    const page = await hosted.test.call(listBranches, { params: hosted.params, query });
    listed.push(...page.branches.map(({ name, commit }) => `${commit.sha} ${name}`));
    pageToken = page.nextPageToken || undefined;
  }
  expect(listed.length).toBe(moreBranches + merges + 1);
  const format = "--format=%(objectname) %(refname:short)";
  expect(listed).toEqual((await git(hosted.dir, "for-each-ref", format, "refs/heads")).split("\n"));
});

it("agrees with git on whether branches conflict", { timeout: 600_000 }, async () => {
  const counts = { conflict: 0, clean: 0 };
  const { params } = hosted;
  for (const [base, head] of pairs.slice(0, sampleSize)) {
    // Without commits that the base lacks, a branch can't have a pull request.
    if ((await git(hosted.dir, "rev-list", "--count", `${base}..${head}`)) === "0") continue;
    const pull = await hosted.test.call(createPullRequest, {
      params,
      body: { title: `${head} into ${base}`, base, head },
    });
    const kinds = async () => {
      const call = { params: { ...params, pullNumber: pull.number } };
      return (await hosted.test.call(getPullRequestMergeability, call)).blockers.map(({ kind }) => kind);
    };
    await expect.poll(kinds, { timeout: 15_000 }).not.toContain("conflict_check_pending");
    const merge = ["merge-tree", "--write-tree", "--name-only", base, head];
    const { code } = await runGit(merge, { cwd: hosted.dir, env: { GIT_DIR: hosted.dir }, okCodes: [0, 1] });
    const conflicts = (await kinds()).includes("merge_conflict");
    expect([pull.title, conflicts]).toEqual([pull.title, code === 1]);
    counts[conflicts ? "conflict" : "clean"] += 1;
  }
  expect(Math.min(counts.conflict, counts.clean)).toBeGreaterThan(0);
  console.log(`compared ${counts.conflict} conflicts and ${counts.clean} clean merges`);
});
