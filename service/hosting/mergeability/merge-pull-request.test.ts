import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { git } from "@/git/testing/git-fixture";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import type { BodyInputOf } from "@/lib/contract/operation";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import { waitForLockWaits } from "../../testing/lock-waits";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";
import { addReader } from "../repositories/testing/repository-fixture";
import { lockRules } from "../rulesets/ruleset-row";

let pulls: PullRequests;

beforeAll(async () => {
  pulls = await startPullRequests();
});
afterAll(() => pulls.close());
beforeEach(() => settings({}));

const settings = (overrides: Partial<typeof repositories.$inferInsert>) =>
  pulls.test.service.db
    .update(repositories)
    .set({ allowMergeCommit: true, allowSquashMerge: true, deleteBranchOnMerge: false, ...overrides })
    .where(eq(repositories.id, pulls.repo.id));
const params = ({ number }: Pick<PullRequest, "number">) => ({ ...pulls.params, pullNumber: number });
const merge = (pull: Pick<PullRequest, "number">, body: BodyInputOf<typeof mergePullRequest> = {}) =>
  pulls.test.call(mergePullRequest, { params: params(pull), body });
const tryMerge = (pull: Pick<PullRequest, "number">, body: object = {}, key = pulls.test.keys.user) =>
  pulls.test.send("POST", `${pulls.path}/pulls/${pull.number}/merge`, { body, key });
const read = (pull: Pick<PullRequest, "number">) => pulls.test.call(getPullRequest, { params: params(pull) });
const mergeability = (pull: Pick<PullRequest, "number">) =>
  pulls.test.call(getPullRequestMergeability, { params: params(pull) });
const rev = (name: string) => git(pulls.dir, "rev-parse", name);
const kinds = async (pull: PullRequest) =>
  (await mergeability(pull)).blockers.map(({ kind, pullRequest }) => [pullRequest.number, kind]);

let count = 0;

/** Opens a pull request to main that changes a separate file. */
async function fresh(
  more: { files?: Record<string, string>; from?: string; base?: string; parent?: PullRequest } = {},
) {
  count += 1;
  const name = `change-${count}`;
  await pulls.git("fetch", "--quiet", pulls.dir, "+main:refs/remotes/now");
  await pulls.branch(name, more.files ?? { [`${name}.txt`]: `${name}\n` }, more.from ?? "refs/remotes/now");
  return pulls.open(name, {
    base: more.base ?? "main",
    ...(more.parent ? { parentPullRequest: { number: more.parent.number } } : {}),
  });
}

describe("Merge Pull Request", () => {
  it("H-MERGE-01 H-MERGE-11: writes a merge commit and moves the base", async () => {
    const pull = await fresh();
    const before = await rev("main");
    const { mergeCommitSha, mergedPullNumbers, pullRequest } = await merge(pull, { expectedHeadSha: pull.head.sha });
    expect(mergedPullNumbers).toEqual([pull.number]);
    expect(await rev("main")).toBe(mergeCommitSha);
    expect(await git(pulls.dir, "rev-parse", "main^1", "main^2")).toBe(`${before}\n${pull.head.sha}`);
    expect(pullRequest).toMatchObject({
      state: "merged",
      merged: true,
      mergeCommitSha,
      mergedAt: expect.any(String),
      closedAt: expect.any(String),
    });
    const [author] = (await git(pulls.dir, "log", "-1", "--format=%ae %s", "main")).split(" ");
    expect(author).toBe(pull.author.user?.email);
    const [move] = await pulls.test.service.db.select().from(refUpdates).where(eq(refUpdates.after, mergeCommitSha));
    expect(move).toMatchObject({ ref: "refs/heads/main", before, userId: 1, serviceAccountId: null });
  });

  it("runs two git processes, also after the conflicts were checked", async () => {
    const [cold, warm] = [await fresh(), await fresh()];
    await pulls.test.service.mergePreparation.idle();
    // Arguments are set after the message.
    const Started = z.object({ process: z.object({ spawnargs: z.array(z.string()) }) });
    const started: unknown[] = [];
    const onProcess = (message: unknown) => started.push(message);
    const commands = ["cat-file", "merge-base", "merge-tree", "hash-object", "for-each-ref", "update-ref"];
    const processesOf = async (pull: PullRequest) => {
      started.length = 0;
      await merge(pull);
      return started
        .map((message) => Started.parse(message).process.spawnargs)
        .map((args) => args.find((each) => commands.includes(each)) ?? args.join(" "))
        .filter((each) => each !== "cat-file");
    };
    subscribe("child_process", onProcess);
    try {
      expect(await processesOf(cold)).toEqual(["merge-tree", "update-ref"]);
      await mergeability(warm);
      expect(await processesOf(warm)).toEqual(["merge-tree", "update-ref"]);
    } finally {
      unsubscribe("child_process", onProcess);
    }
  });

  it("is idempotent, regardless of expectedHeadSha", async () => {
    const pull = await fresh();
    const { mergeCommitSha } = await merge(pull);
    expect(await merge(pull, { expectedHeadSha: "0".repeat(40) })).toMatchObject({
      mergeCommitSha,
      mergedPullNumbers: [],
    });
  });

  it("H-PR-46: a merged pull request can't be reopened", { tags: ["long"] }, async () => {
    const pull = await fresh();
    await merge(pull);
    await pulls.test.call(updatePullRequest, { params: params(pull), body: { state: "open", draft: false } });
    expect(await read(pull)).toMatchObject({ state: "merged", merged: true });
  });

  it("H-MERGE-07 H-MERGE-12: squashes on request and if merge commits are disabled", { tags: ["long"] }, async () => {
    const pull = await fresh();
    await pulls.branch(pull.head.ref, { "more.txt": "more\n" });
    const before = await rev("main");
    const { mergeCommitSha } = await merge(pull, { mergeMethod: "squash" });
    expect(await git(pulls.dir, "log", "-1", "--format=%P|%s", mergeCommitSha)).toBe(
      `${before}|${pull.title} (#${pull.number})`,
    );
    await settings({ allowMergeCommit: false });
    const second = await fresh();
    await merge(second);
    expect(await git(pulls.dir, "log", "-1", "--format=%P", "main")).toBe(mergeCommitSha);
  });

  it("credits the other authors of squashed commits", { tags: ["long"] }, async () => {
    const pull = await fresh();
    const commit = (author: string) =>
      pulls.git("commit", "--quiet", "--allow-empty", "--message=More", `--author=${author}`);
    await pulls.git("switch", "--quiet", pull.head.ref);
    for (const author of [
      "Ana Reyes <ana@example.test>",
      "Leo Brandt <leo@example.test>",
      "Ana R. <ANA@example.test>",
    ]) {
      await commit(author);
    }
    await pulls.pushed(pull.head.ref);
    await pulls.git("switch", "--quiet", "main");
    const { mergeCommitSha } = await merge(pull, { mergeMethod: "squash" });
    const message = await git(pulls.dir, "log", "-1", "--format=%B", mergeCommitSha);
    expect(message.split("\n").filter((line) => line.includes("example.test"))).toEqual([
      "Co-authored-by: Ada Test <ada@example.test>",
      "Co-authored-by: Ana Reyes <ana@example.test>",
      "Co-authored-by: Leo Brandt <leo@example.test>",
    ]);
  });

  it("H-MERGE-06 H-MERGE-08 H-MERGE-09 H-MERGE-10: rejects unknown or disallowed methods and invalid guards", async () => {
    const pull = await fresh();
    for (const body of [{ mergeMethod: "rebase" }, { mergeMethod: "x" }, { expectedHeadSha: "abc" }]) {
      expect(await tryMerge(pull, body)).toMatchObject({ status: 400, body: { code: 3 } });
    }
    await settings({ allowSquashMerge: false });
    expect(await tryMerge(pull, { mergeMethod: "squash" })).toMatchObject({ status: 400, body: { code: 9 } });
    expect((await read(pull)).state).toBe("open");
  });

  it("H-MERGE-04 H-MERGE-05: returns 409 and merges nothing if the head isn't as expected or has moved", {
    tags: ["long"],
  }, async () => {
    const pull = await fresh();
    const before = await rev("main");
    const expectedHeadSha = "1".repeat(40);
    expect(await tryMerge(pull, { expectedHeadSha })).toMatchObject({ status: 409, body: { code: 10 } });
    // Bypasses the service, so that no version is recorded.
    await git(pulls.dir, "update-ref", `refs/heads/${pull.head.ref}`, before);
    expect(await tryMerge(pull)).toMatchObject({ status: 409, body: { code: 10 } });
    expect(await rev("main")).toBe(before);
    expect((await read(pull)).state).toBe("open");
  });

  it("requires write permission", async () => {
    const pull = await fresh();
    const reader = await addReader(pulls.test.service, pulls.repo);
    expect(await tryMerge(pull, {}, reader)).toMatchObject({ status: 403, body: { code: 7 } });
    expect((await read(pull)).state).toBe("open");
  });

  it("returns 409 and merges nothing if the pull request changes before the base moves", async () => {
    const { db, mergePreparation } = pulls.test.service;
    const pull = await fresh();
    const before = await rev("main");
    await mergePreparation.idle();
    const isPull = eq(pullRequests.id, pull.id);
    const [row] = await db.select().from(pullRequests).where(isPull);
    if (!row) throw new Error("pull request not found");
    const changes: Partial<typeof pullRequests.$inferSelect>[] = [
      { state: "closed" },
      { draft: true },
      { version: row.version + 1 },
      { parentId: "pr_other" },
      { baseRef: "other" },
    ];
    for (const change of changes) {
      let merging: Promise<unknown> = Promise.resolve();
      await db.transaction(async (tx) => {
        await lockRules(tx, pulls.repo.id);
        merging = tryMerge(pull);
        await waitForLockWaits(db);
        await tx.update(pullRequests).set(change).where(isPull);
      });
      expect(await merging, JSON.stringify(change)).toMatchObject({ status: 409, body: { code: 10 } });
      await db.update(pullRequests).set(row).where(isPull);
    }
    expect(await rev("main")).toBe(before);
    expect((await merge(pull)).mergedPullNumbers).toEqual([pull.number]);
  });

  it("rejects drafts, closed pull requests and conflicts with a reason, and callers without access", {
    tags: ["long"],
  }, async () => {
    const draft = await fresh();
    await pulls.test.call(updatePullRequest, { params: params(draft), body: { draft: true } });
    const closed = await fresh();
    await pulls.test.call(updatePullRequest, { params: params(closed), body: { state: "closed" } });
    const a = await fresh({ files: { "same.txt": "a\n" } });
    const b = await fresh({ files: { "same.txt": "b\n" } });
    await merge(a);
    for (const [pull, kind] of [
      [draft, "draft"],
      [closed, "closed"],
      [b, "merge_conflict"],
    ] as const) {
      expect(await tryMerge(pull)).toMatchObject({
        status: 400,
        body: { code: 9, message: expect.stringContaining(kind) },
      });
      expect(await kinds(pull)).toEqual([[pull.number, kind]]);
    }
    expect((await tryMerge(draft, {}, pulls.stranger)).status).toBe(404);
  });

  it("merges a stack from root to target at once, and retargets children to the new base", {
    tags: ["long"],
  }, async () => {
    await settings({ deleteBranchOnMerge: true });
    const root = await fresh();
    const middle = await fresh({ from: root.head.ref, base: root.head.ref, parent: root });
    const top = await fresh({ from: middle.head.ref, base: middle.head.ref, parent: middle });
    const before = await rev("main");
    const { mergedPullNumbers, mergeCommitSha } = await merge(middle);
    expect(mergedPullNumbers).toEqual([root.number, middle.number]);
    expect(await rev("main")).toBe(mergeCommitSha);
    expect(await git(pulls.dir, "rev-parse", "main^1^1")).toBe(before);
    for (const each of [root, middle]) {
      expect((await read(each)).state).toBe("merged");
      await expect(rev(`refs/heads/${each.head.ref}`)).rejects.toThrow();
    }
    const after = await read(top);
    expect(after).toMatchObject({ state: "open", base: { ref: "main" }, version: { number: "2", changedFiles: 1 } });
    expect(after.stack?.parentPullRequest).toBeUndefined();
    expect(await merge(top)).toMatchObject({ mergedPullNumbers: [top.number] });
  });

  it("squashes a stack layer by layer", { tags: ["long"] }, async () => {
    const root = await fresh();
    const top = await fresh({ from: root.head.ref, base: root.head.ref, parent: root });
    const before = await rev("main");
    await merge(top, { mergeMethod: "squash" });
    expect(await git(pulls.dir, "log", "--format=%s", `${before}..main`)).toBe(
      `${top.title} (#${top.number})\n${root.title} (#${root.number})`,
    );
  });

  it("merges many pull requests concurrently, each exactly once", { tags: ["long"] }, async () => {
    const many: PullRequest[] = [];
    for (let each = 0; each < 6; each += 1) many.push(await fresh());
    const before = await rev("main");
    const responses = await Promise.all(many.flatMap((pull) => [tryMerge(pull), tryMerge(pull)]));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await git(pulls.dir, "rev-list", "--first-parent", "--count", `${before}..main`)).toBe("6");
    for (const { head } of many) expect(await git(pulls.dir, "show", `main:${head.ref}.txt`)).toBe(head.ref);
  });
});
