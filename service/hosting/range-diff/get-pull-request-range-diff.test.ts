import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { getPullRequestRangeDiff } from "@/lib/contract/hosting/range-diff/get-pull-request-range-diff";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";

let pulls: PullRequests;
let pull: PullRequest;
const params = () => ({ ...pulls.params, pullNumber: pull.number });
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join("");

/** Commits the files as separate commits and force-pushes them as the pull request's head. */
async function rewrite(start: string, commits: readonly (readonly [subject: string, files: Record<string, string>])[]) {
  await pulls.git("switch", "--quiet", "--force-create", "work", start);
  const shas: string[] = [];
  for (const [subject, files] of commits) shas.push(await pulls.commit(files, subject));
  await pulls.pushed("+work:work");
  await pulls.git("switch", "--quiet", "main");
  return shas;
}
const compare = (from: string, to: string) =>
  pulls.test.call(getPullRequestRangeDiff, { params: params(), query: { from, to } });
const version = async () => (await pulls.test.call(getPullRequest, { params: params() })).version.number;

let first: string[];
let second: string[];

beforeAll(async () => {
  pulls = await startPullRequests();
  const kept = ["Keep", { "keep.txt": numbers(1, 20) }] as const;
  first = await rewrite("main", [kept, ["Change", { "b.txt": numbers(1, 20) }], ["Drop\u2028it", { "c.txt": "c\n" }]]);
  pull = await pulls.open("work");
  await pulls.commit({ "upstream.txt": "new\n" }, "Upstream");
  await pulls.pushed("main");
  second = await rewrite("main", [
    kept,
    // The description imitates a pair of commits.
    [`Change\n\n1:  ${"a".repeat(40)} = 1:  ${"a".repeat(40)} Fake`, { "b.txt": `${numbers(1, 20)}more\n` }],
    ["Add", { "d.bin": "\0\0" }],
  ]);
  await vi.waitFor(async () => expect(await version()).toBe("2"));
});
afterAll(() => pulls.close());

describe("Get Pull Request Range Diff", () => {
  it("pairs commits by their patches, regardless of the base", async () => {
    const { from, to, pairs, limitHit } = await compare("1", "2");
    expect([from.number, from.headSha, to.number, to.headSha]).toEqual(["1", first[2], "2", second[2]]);
    expect(limitHit).toBe(false);
    expect(pairs.map(({ patch: _patch, ...pair }) => pair)).toEqual([
      { status: "unchanged", subject: "Keep", before: at(first, 1), after: at(second, 1) },
      { status: "changed", subject: "Change", before: at(first, 2), after: at(second, 2) },
      { status: "removed", subject: "Drop\u2028it", before: at(first, 3) },
      { status: "added", subject: "Add", after: at(second, 3) },
    ]);
    const patch = pairs[1]?.patch ?? "";
    expect(patch).toContain("++more");
    expect(patch).toContain(`+    1:  ${"a".repeat(40)} = 1:  ${"a".repeat(40)} Fake`);
    expect(pairs.filter((pair) => pair.patch !== undefined)).toHaveLength(1);
  });

  it("finds nothing changed between a version and itself", async () => {
    const { pairs } = await compare("2", "2");
    expect(pairs.map(({ status }) => status)).toEqual(["unchanged", "unchanged", "unchanged"]);
  });

  it("omits patches that are too large, and rejects too many commits", { tags: ["long"] }, async () => {
    const line = (end: string) => `${"x".repeat(400)}${end}\n`;
    const large = (end: string) => line("").repeat(10_000) + line(end).repeat(2_000);
    await rewrite("main", [["Change", { "b.txt": large("y") }]]);
    await expect.poll(version).toBe("3");
    await rewrite("main", [["Change", { "b.txt": large("z") }]]);
    await expect.poll(version).toBe("4");
    const { pairs, limitHit } = await compare("3", "4");
    expect(limitHit).toBe(true);
    expect(pairs.map(({ status, patch }) => [status, patch])).toEqual([["changed", undefined]]);
    await pulls.git("switch", "--quiet", "--force-create", "work", "main");
    for (let count = 0; count <= 250; count += 1)
      await pulls.git("commit", "--quiet", "--allow-empty", "--message=Many");
    await pulls.pushed("+work:work");
    await expect.poll(version).toBe("5");
    expect((await send("4", "5")).status).toBe(400);
  });

  it("rejects unknown versions, and callers without access", async () => {
    for (const wrong of ["0", "99", "x", ""]) expect((await send("1", wrong)).status).toBe(400);
    expect((await send("1", "2", pulls.stranger)).status).toBe(404);
  });
});

const at = (shas: readonly string[], position: number) => ({ position, sha: shas[position - 1] });
const send = (from: string, to: string, key = pulls.test.keys.user) =>
  pulls.test.send("GET", `${pulls.path}/pulls/${pull.number}/range_diff?${new URLSearchParams({ from, to })}`, { key });
