import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { getGitRef } from "@/lib/contract/hosting/git-data/get-git-ref";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import { addReader } from "../repositories/testing/repository-fixture";
import { fieldError } from "../testing/field-error";
import { type PullRequests, startPullRequests } from "./testing/pull-fixture";

let pulls: PullRequests;
let head: string;

beforeAll(async () => {
  pulls = await startPullRequests();
  head = await pulls.branch("topic", { "a.txt": "one\ntwo\n", "README.md": "# Gadgets\n" });
  await pulls.git("tag", "v1");
  await pulls.pushed("v1");
});
afterAll(() => pulls.close());

const post = (body: object, key = pulls.test.keys.user) =>
  pulls.test.send("POST", `${pulls.path}/pulls`, { body: { title: "T", head: "topic", base: "main", ...body }, key });
describe("Create Pull Request", () => {
  it("H-PR-01 H-PR-05 H-PR-06 H-PR-07 H-PR-08 H-PR-09 H-PR-12 H-PR-15 H-PR-17 H-STACK-02: returns the complete pull request", async () => {
    const main = await git(pulls.dir, "rev-parse", "main");
    const created = await pulls.open("topic", { title: "Gadgets", body: "Why not" });
    expect(created).toMatchObject({
      id: expect.stringMatching(/^pr_[a-z2-7]{26}$/),
      number: "1",
      state: "open",
      draft: false,
      merged: false,
      title: "Gadgets",
      body: "Why not",
      head: { ref: "topic", sha: head },
      base: { ref: "main", sha: main },
      author: { user: { id: expect.stringMatching(/^user_/), email: expect.stringContaining("@") } },
      additions: 3,
      deletions: 1,
      changedFiles: 2,
      labels: [],
      version: { number: "1", headSha: head, baseSha: main, additions: 3, deletions: 1, changedFiles: 2 },
    });
    expect(created.version.potentialMergeCommit).toEqual({ state: "unknown" });
    expect(created).not.toHaveProperty("stack");
    expect(created).not.toHaveProperty("closedAt");
    const params = { ...pulls.params, pullNumber: "1" };
    expect(await pulls.test.call(getPullRequest, { params })).toMatchObject({ id: created.id });
  });

  it("H-PR-10 H-PR-11: builds a test merge commit, fetchable as pull/<number>/merge", async () => {
    const { number } = await pulls.open("topic");
    await pulls.test.service.mergePreparation.idle();
    const read = await pulls.test.call(getPullRequest, { params: { ...pulls.params, pullNumber: number } });
    const { state, sha, baseSha } = read.version.potentialMergeCommit;
    expect({ state, baseSha }).toEqual({ state: "prepared", baseSha: await git(pulls.dir, "rev-parse", "main") });
    expect(await git(pulls.dir, "rev-parse", `refs/pull/${number}/merge`)).toBe(sha);
    expect(await git(pulls.dir, "rev-parse", `${sha}^1`, `${sha}^2`)).toBe(`${baseSha}\n${head}`);
    expect(await git(pulls.dir, "show", `${sha}:a.txt`)).toBe("one\ntwo");
    expect(await git(pulls.dir, "rev-parse", `refs/pull/${number}/head`)).toBe(head);
  });

  it("H-PR-12: sets state merge_conflict without a commit for a conflicting head", async () => {
    await pulls.branch("left", { "c.txt": "left\n" });
    await pulls.branch("right", { "c.txt": "right\n" });
    await pulls.git("switch", "--quiet", "main");
    const { number } = await pulls.open("left", { base: "right" });
    await pulls.test.service.mergePreparation.idle();
    const read = await pulls.test.call(getPullRequest, { params: { ...pulls.params, pullNumber: number } });
    expect(read.version.potentialMergeCommit).toEqual({ state: "merge_conflict" });
  });

  it("H-PR-12: removes the preview of an earlier version when a later one conflicts, and builds it again on reopen", {
    tags: ["long"],
  }, async () => {
    await pulls.branch("preview-base", { "p.txt": "one\n" });
    await pulls.branch("preview", { "q.txt": "q\n" }, "preview-base");
    const { number } = await pulls.open("preview", { base: "preview-base" });
    const params = { ...pulls.params, pullNumber: number };
    const ref = { ...pulls.params, ref: `pull/${number}/merge` };
    const preview = async () => {
      await pulls.test.service.mergePreparation.idle();
      return (await pulls.test.call(getPullRequest, { params })).version.potentialMergeCommit;
    };
    expect(await preview()).toMatchObject({ state: "prepared" });
    await pulls.branch("preview-base", { "p.txt": "two\n" });
    const { sha: earlier } = await preview();
    await pulls.test.call(updatePullRequest, { params, body: { state: "closed" } });
    await pulls.test.call(updatePullRequest, { params, body: { state: "open" } });
    const rebuilt = await preview();
    expect(rebuilt).toMatchObject({ state: "prepared", baseSha: await git(pulls.dir, "rev-parse", "preview-base") });
    expect(rebuilt.sha).not.toBe(earlier);
    expect((await pulls.test.call(getGitRef, { params: ref })).object.sha).toBe(rebuilt.sha);
    await pulls.branch("preview", { "p.txt": "three\n" });
    expect(await preview()).toEqual({ state: "merge_conflict" });
    expect((await pulls.test.send("GET", `${pulls.path}/git/ref/pull/${number}/merge`)).status).toBe(404);
  });

  it("H-PR-02 H-PR-03 H-PR-04: limits lengths in code points, not bytes or UTF-16 units", async () => {
    expect((await post({ title: "𝔸".repeat(256), body: "𝔸".repeat(65_536) })).status).toBe(200);
    expect(await post({ title: "𝔸".repeat(257) })).toMatchObject(fieldError("title"));
    expect(await post({ body: "a".repeat(65_537) })).toMatchObject(fieldError("body"));
    expect(await post({ title: " " })).toMatchObject(fieldError("title"));
  });

  it("H-PR-36 H-PR-37 H-PR-38 H-PR-39: requires the base to be a branch, and names an invalid one in full", async () => {
    const sha = await git(pulls.dir, "rev-parse", "main");
    for (const base of [sha, "v1", "missing", "refs/tags/v1"]) {
      expect(await post({ base })).toMatchObject(fieldError("base", new RegExp(`refs/heads/${base}`)));
    }
    expect((await post({ base: "refs/heads/main" })).status).toBe(200);
  });

  it("rejects a head that isn't a branch, and the same head and base", async () => {
    for (const missing of ["missing", "HEAD", "--all", "a..b", "../main", ""]) {
      expect(await post({ head: missing })).toMatchObject(fieldError("head"));
    }
    expect(await post({ head: "main" })).toMatchObject(fieldError("head"));
  });

  it("H-PR-40: rejects a head without a common ancestor", async () => {
    await pulls.git("switch", "--quiet", "--orphan", "stranger");
    await pulls.commit({ "x.txt": "x\n" });
    await pulls.pushed("stranger");
    await pulls.git("switch", "--quiet", "main");
    expect(await post({ head: "stranger" })).toMatchObject(fieldError("head", /common ancestor/));
  });

  it("requires write permission, and returns not found without access", async () => {
    expect((await post({}, pulls.stranger)).status).toBe(404);
    const reader = await addReader(pulls.test.service, pulls.repo);
    expect(await post({}, reader)).toMatchObject({ status: 403, body: { code: 7 } });
    const number = (await pulls.open("topic")).number;
    const get = (path: string, key: string) => pulls.test.send("GET", `${pulls.path}/pulls/${path}`, { key });
    expect((await get(number, pulls.stranger)).status).toBe(404);
    for (const wrong of ["0", "01", "999999", "x", "-1", "1e3"]) {
      expect((await get(wrong, pulls.test.keys.user)).status).toBe(404);
    }
  });

  it("assigns consecutive numbers with concurrent requests", async () => {
    const opened = await Promise.all(Array.from({ length: 12 }, () => pulls.open("topic")));
    const numbers = opened.map(({ number }) => Number(number)).sort((a, b) => a - b);
    expect(numbers.map((number) => number - (numbers[0] ?? 0))).toEqual(numbers.map((_, index) => index));
  });

  it("H-STACK-09 H-STACK-13 H-STACK-14 H-STACK-15 H-STACK-16: rejects invalid parent selectors", async () => {
    const { number, id } = await pulls.open("topic");
    expect(await post({ parentPullNumber: number })).toMatchObject(
      fieldError("parent_pull_number", /parent_pull_number/),
    );
    for (const parentPullRequest of [
      {},
      { clear: false },
      { clear: true },
      { number, id },
      { number: "999999" },
      { number: 999_999 },
      { number: "9223372036854775807" },
      { id: "pr_gone" },
      { number, clear: true },
    ]) {
      expect(await post({ parentPullRequest }), JSON.stringify(parentPullRequest)).toMatchObject(
        fieldError("parent_pull_request"),
      );
    }
  });

  it("H-STACK-01 H-STACK-03 H-STACK-10 H-STACK-11 H-STACK-17: sets a parent by number or id without changing the base", async () => {
    const root = await pulls.open("topic");
    const child = await pulls.open("topic", { parentPullRequest: { number: root.number } });
    const other = await pulls.open("topic", { parentPullRequest: { id: root.id } });
    const numbered = await pulls.open("topic", { parentPullRequest: { number: Number(root.number) } });
    const params = { ...pulls.params, pullNumber: root.number };
    const { stack } = await pulls.test.call(getPullRequest, { params });
    expect(stack).toEqual({ id: expect.stringMatching(/^stk_/) });
    for (const each of [child, other, numbered]) {
      expect(each.stack).toMatchObject({ id: stack?.id, parentPullRequest: { id: root.id, number: root.number } });
      expect(each.base.ref).toBe("main");
    }
  });
});
