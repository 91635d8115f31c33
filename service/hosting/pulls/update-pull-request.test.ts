import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import type { BodyInputOf } from "@/lib/contract/operation";
import { pullRequests } from "../../core/store/tables/pull-requests";
import { waitForLockWaits } from "../../testing/lock-waits";
import { addReader } from "../repositories/testing/repository-fixture";
import { lockRules } from "../rulesets/ruleset-row";
import { fieldError } from "../testing/field-error";
import { type PullRequests, startPullRequests } from "./testing/pull-fixture";

let pulls: PullRequests;

beforeAll(async () => {
  pulls = await startPullRequests();
  await pulls.branch("topic", { "a.txt": "a\n" });
  await pulls.branch("release", { "r.txt": "r\n" });
});
afterAll(() => pulls.close());

const params = (pullNumber: string) => ({ ...pulls.params, pullNumber });
const update = (pullNumber: string, body: BodyInputOf<typeof updatePullRequest>) =>
  pulls.test.call(updatePullRequest, { params: params(pullNumber), body });
const read = (pullNumber: string) => pulls.test.call(getPullRequest, { params: params(pullNumber) });
const patch = (pullNumber: string, body: object, key = pulls.test.keys.user) =>
  pulls.test.send("PATCH", `${pulls.path}/pulls/${pullNumber}`, { body, key });

describe("Update Pull Request", () => {
  it("changes text and keeps omitted fields", async () => {
    const { number, updatedAt } = await pulls.open("topic", { body: "B" });
    const changed = await update(number, { title: "New" });
    expect(changed).toMatchObject({ title: "New", body: "B", state: "open" });
    expect(changed.updatedAt >= updatedAt).toBe(true);
    expect(await update(number, { body: "" })).toMatchObject({ title: "New", body: "" });
    expect((await patch(number, { title: "a".repeat(257) })).status).toBe(400);
    expect((await patch(number, { state: "merged" })).status).toBe(400);
    expect((await patch(number, { title: "x" }, pulls.stranger)).status).toBe(404);
    expect(await read(number)).toMatchObject({ title: "New", body: "" });
  });

  it("requires write permission", async () => {
    const { number, title } = await pulls.open("topic");
    const reader = await addReader(pulls.test.service, pulls.repo);
    expect(await patch(number, { title: "Theirs" }, reader)).toMatchObject({ status: 403, body: { code: 7 } });
    expect((await read(number)).title).toBe(title);
  });

  it("rejects another base if the head moved meanwhile", async () => {
    const { db } = pulls.test.service;
    const { number, id, base } = await pulls.open("topic");
    let changing: ReturnType<typeof patch> | undefined;
    await db.transaction(async (tx) => {
      const row = eq(pullRequests.id, id);
      await tx.select().from(pullRequests).where(row).for("update");
      changing = patch(number, { base: "release" });
      await waitForLockWaits(db);
      await tx.update(pullRequests).set({ version: 2 }).where(row);
    });
    expect(await changing).toMatchObject({ status: 409, body: { code: 10 } });
    await db.update(pullRequests).set({ version: 1 }).where(eq(pullRequests.id, id));
    expect((await read(number)).base).toEqual(base);
  });

  it("H-PR-43: closes and reopens; reopening publishes a draft", async () => {
    const { number } = await pulls.open("topic", { draft: true });
    expect(await update(number, { state: "closed" })).toMatchObject({ state: "closed", closedAt: expect.any(String) });
    const reopened = await update(number, { state: "open" });
    expect(reopened).toMatchObject({ state: "open", draft: false });
    expect(reopened).not.toHaveProperty("closedAt");
    expect(await update(number, { draft: true })).toMatchObject({ draft: true });
    expect(await update(number, { state: "closed", draft: false })).toMatchObject({ state: "closed", draft: true });
    expect(await update(number, { draft: false })).toMatchObject({ state: "open", draft: false });
  });

  it("H-PR-44: records a new version when reopened after the head moved", { tags: ["long"] }, async () => {
    await pulls.branch("moving", { "m.txt": "1\n" });
    const { number } = await pulls.open("moving");
    await update(number, { state: "closed" });
    const head = await pulls.branch("moving", { "m.txt": "1\n2\n" });
    expect((await read(number)).version.number).toBe("1");
    expect((await update(number, { state: "open" })).version).toMatchObject({
      number: "2",
      headSha: head,
      baseSha: await git(pulls.dir, "rev-parse", "main"),
      additions: 2,
      deletions: 0,
      changedFiles: 1,
    });
  });

  it("H-PR-41: retargets to an existing branch and records a version", async () => {
    const { number } = await pulls.open("topic");
    for (const base of ["missing", "topic"]) expect((await patch(number, { base })).status).toBe(400);
    const retargeted = await update(number, { base: "release" });
    expect(retargeted).toMatchObject({ base: { ref: "release" }, version: { number: "2" } });
    expect((await update(number, { base: "release" })).version.number).toBe("2");
  });

  it("rejects a base without a common ancestor, and any new base of a closed pull request", async () => {
    const { number } = await pulls.open("topic");
    const tree = await git(pulls.dir, "rev-parse", "main^{tree}");
    const unrelated = await git(pulls.dir, "commit-tree", tree, "-m", "Unrelated");
    await git(pulls.dir, "update-ref", "refs/heads/unrelated-base", unrelated);
    expect(await patch(number, { base: "unrelated-base" })).toMatchObject(fieldError("base", /common ancestor/));
    await update(number, { state: "closed" });
    expect(await patch(number, { base: "release" })).toMatchObject({ status: 400, body: { code: 9 } });
    expect(await read(number)).toMatchObject({ base: { ref: "main" }, version: { number: "1" } });
  });

  it("can't reopen a pull request whose base was deleted or has no common ancestor with it", async () => {
    await git(pulls.dir, "update-ref", "refs/heads/passing-base", "refs/heads/main");
    const { number } = await pulls.open("topic", { base: "passing-base" });
    await update(number, { state: "closed" });
    await git(pulls.dir, "update-ref", "-d", "refs/heads/passing-base");
    const rejected = { status: 400, body: { code: 9 } };
    expect(await patch(number, { state: "open" })).toMatchObject(rejected);
    const tree = await git(pulls.dir, "rev-parse", "main^{tree}");
    const unrelated = await git(pulls.dir, "commit-tree", tree, "-m", "Unrelated");
    await git(pulls.dir, "update-ref", "refs/heads/passing-base", unrelated);
    expect(await patch(number, { state: "open" })).toMatchObject(rejected);
    expect((await read(number)).state).toBe("closed");
  });

  it("H-STACK-04 H-STACK-12 H-STACK-18 H-PR-42: sets a parent after the base, replaces and clears it", async () => {
    const root = await pulls.open("topic");
    const other = await pulls.open("release");
    const { number } = await pulls.open("topic");
    const both = await update(number, { base: "release", parentPullRequest: { number: root.number } });
    expect(both).toMatchObject({ base: { ref: "release" }, stack: { parentPullRequest: { number: root.number } } });
    const moved = await update(number, { parentPullRequest: { id: other.id } });
    expect(moved.stack).toMatchObject({ parentPullRequest: { number: other.number } });
    expect(await read(root.number)).not.toHaveProperty("stack");
    const cleared = await update(number, { parentPullRequest: { clear: true } });
    expect(cleared).not.toHaveProperty("stack");
    expect(cleared.base.ref).toBe("release");
    expect(await read(other.number)).not.toHaveProperty("stack");
  });

  it("derives the parent from a new base, and clears it for the default branch", { tags: ["long"] }, async () => {
    await pulls.branch("lower", { "l.txt": "l\n" });
    const lower = await pulls.open("lower");
    const { number } = await pulls.open("topic");
    expect(await update(number, { base: "lower" })).toMatchObject({
      stack: { parentPullRequest: { number: lower.number } },
    });
    expect(await update(number, { base: "main" })).not.toHaveProperty("stack");
  });

  it("rejects one of two changes at once that would make a cycle", async () => {
    const { db } = pulls.test.service;
    const [a, b] = [await pulls.open("topic"), await pulls.open("topic")];
    let changing: ReturnType<typeof patch>[] = [];
    await db.transaction(async (tx) => {
      await lockRules(tx, pulls.repo.id);
      changing = [
        patch(a.number, { parentPullRequest: { number: b.number } }),
        patch(b.number, { parentPullRequest: { number: a.number } }),
      ];
      await waitForLockWaits(db, 2);
    });
    expect((await Promise.all(changing)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("rejects itself or a pull request above it as parent", async () => {
    const a = await pulls.open("topic");
    const b = await pulls.open("topic", { parentPullRequest: { number: a.number } });
    const c = await pulls.open("topic", { parentPullRequest: { number: b.number } });
    for (const parent of [a, b, c]) {
      expect((await patch(a.number, { parentPullRequest: { number: parent.number } })).status).toBe(400);
    }
    expect(await read(c.number)).toMatchObject({ stack: { id: b.stack?.id, parentPullRequest: { number: b.number } } });
    // Split in the middle, the upper part becomes a separate stack.
    const cut = await update(b.number, { parentPullRequest: { clear: true } });
    expect(cut.stack).not.toHaveProperty("parentPullRequest");
    expect((await read(c.number)).stack?.id).toBe(cut.stack?.id);
    expect(await read(a.number)).not.toHaveProperty("stack");
  });
});

describe("a push", () => {
  it("H-PR-47: records a version when the head advances; old commits remain readable", { tags: ["long"] }, async () => {
    const first = await pulls.branch("pushed", { "p.txt": "1\n" });
    const { number } = await pulls.open("pushed");
    const second = await pulls.branch("pushed", { "p.txt": "2\n" });
    expect(await read(number)).toMatchObject({
      state: "open",
      head: { sha: second },
      version: { number: "2", headSha: second, changedFiles: 1 },
    });
    await pulls.git("branch", "--force", "pushed", "main");
    await pulls.git("switch", "--quiet", "pushed");
    const third = await pulls.commit({ "q.txt": "3\n" });
    await pulls.pushed("+pushed");
    await pulls.git("switch", "--quiet", "main");
    expect(await read(number)).toMatchObject({ version: { number: "3", headSha: third } });
    await git(pulls.dir, "reflog", "expire", "--expire=all", "--all");
    await git(pulls.dir, "gc", "--quiet", "--prune=now");
    for (const sha of [first, second]) expect(await git(pulls.dir, "cat-file", "-t", sha)).toBe("commit");
  });

  it("H-PR-48 H-PR-50: closes it permanently if there is no common ancestor left", { tags: ["long"] }, async () => {
    const related = await pulls.branch("lost", { "x.txt": "1\n" });
    const { number } = await pulls.open("lost");
    await pulls.git("switch", "--quiet", "--orphan", "island");
    await pulls.commit({ "y.txt": "y\n" });
    await pulls.pushed("+island:lost");
    await pulls.git("switch", "--quiet", "main");
    expect(await read(number)).toMatchObject({ state: "closed", version: { number: "1" } });
    await pulls.pushed(`+${related}:refs/heads/lost`);
    expect(await read(number)).toMatchObject({ state: "closed", version: { number: "1" } });
  });

  it("H-PR-51: closes it if the head is deleted by the API", async () => {
    await pulls.branch("deleted-by-api", { "c.txt": "c\n" });
    const { number } = await pulls.open("deleted-by-api");
    expect((await pulls.test.send("DELETE", `${pulls.path}/git/refs/heads/deleted-by-api`)).status).toBe(204);
    expect(await read(number)).toMatchObject({ state: "closed" });
    expect((await patch(number, { state: "open" })).status).toBe(400);
  });

  it("H-PR-52: closes it if the head is deleted", { tags: ["long"] }, async () => {
    await pulls.branch("short", { "s.txt": "s\n" });
    const { number } = await pulls.open("short");
    await pulls.pushed(":short");
    expect(await read(number)).toMatchObject({ state: "closed" });
    expect((await patch(number, { state: "open" })).status).toBe(400);
  });
});
