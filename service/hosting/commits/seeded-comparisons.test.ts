// @module-tag long

import { afterAll, beforeAll, expect, it } from "vitest";
import { runGit } from "@/git/run-git";
import { git } from "@/git/testing/git-fixture";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { compareCommits } from "@/lib/contract/hosting/commits/compare-commits";
import { listComparisonFiles } from "@/lib/contract/hosting/commits/list-comparison-files";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { type HostedRepository, startHostedRepository } from "../testing/hosting-fixture";
import { seededHistory } from "./testing/seeded-history";

/** `COMPARISONS=all` compares every range of the history: each branch with main and with the branches near it. */
const sampleSize = process.env.COMPARISONS === "all" ? Number.POSITIVE_INFINITY : 24;
const seed = 20_261_123;
const merges = 80;

let hosted: HostedRepository;
let ranges: [base: string, head: string][];

beforeAll(async () => {
  hosted = await startHostedRepository();
  const { stream, branches } = seededHistory(seed, merges);
  await runGit(["fast-import", "--quiet", "--done"], { cwd: hosted.dir, env: { GIT_DIR: hosted.dir }, input: stream });
  const all = branches.flatMap((branch, index): [string, string][] => [
    ["main", branch],
    [branch, "main"],
    ...branches.slice(index + 1, index + 4).map((other): [string, string] => [branch, other]),
  ]);
  const random = seededRandom(seed);
  const order = all.map((range) => ({ range, at: random() })).sort((a, b) => a.at - b.at);
  ranges = order.slice(0, sampleSize).map(({ range }) => range);
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
