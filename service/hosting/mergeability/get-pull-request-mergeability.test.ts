import { and, eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import { mergePullRequest } from "@/lib/contract/hosting/mergeability/merge-pull-request";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { updatePullRequest } from "@/lib/contract/hosting/pulls/update-pull-request";
import { getRateLimit } from "@/lib/contract/hosting/rate-limit/get-rate-limit";
import type { BodyInputOf } from "@/lib/contract/operation";
import { pullRequests, pullRequestVersions } from "../../core/store/tables/pull-requests";
import { repositories } from "../../core/store/tables/repositories";
import { installedApp } from "../installations/testing/installation-fixture";
import { type PullRequests, startPullRequests } from "../pulls/testing/pull-fixture";

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

describe("Get Pull Request Mergeability", () => {
  it("H-MERGE-14 H-MERGE-17 H-MERGE-18 H-MERGE-19: returns the verdict for the expected head", async () => {
    const pull = await fresh();
    const reference = { id: pull.id, number: pull.number, repository: { id: pulls.repo.id, name: "Widgets" } };
    expect(await mergeability(pull)).toMatchObject({
      verdict: "mergeable",
      blockers: [],
      pullRequest: reference,
      evaluatedPullRequests: [reference],
      headSha: pull.head.sha,
      baseRef: "main",
      baseSha: await rev("main"),
    });
    const path = `${pulls.path}/pulls/${pull.number}/mergeability?expectedHeadSha=`;
    expect((await pulls.test.send("GET", `${path}${pull.head.sha}`)).status).toBe(200);
    expect(await pulls.test.send("GET", `${path}${"1".repeat(40)}`)).toMatchObject({ status: 409, body: { code: 10 } });
    expect((await pulls.test.send("GET", `${path}abc`)).status).toBe(400);
    await pulls.test.call(updatePullRequest, { params: params(pull), body: { draft: true } });
    expect((await mergeability(pull)).blockers).toMatchObject([
      { kind: "draft", message: expect.stringContaining("ready"), evaluatedPullRequests: [reference] },
    ]);
  });

  it("H-MERGE-15 H-MERGE-16: requires the pull request read scope and costs 10 points", {
    tags: ["long"],
  }, async () => {
    const pull = await fresh();
    const { test } = pulls;
    const getWithScope = async (scope: string) => {
      const { token } = await installedApp(test, { scopes: [scope] });
      return test.send("GET", `${pulls.path}/pulls/${pull.number}/mergeability`, { key: token });
    };
    expect(await getWithScope("repository:contents:write")).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("repository:pull_requests:read") },
    });
    expect((await getWithScope("repository:pull_requests:read")).status).toBe(200);
    const used = async () => (await test.call(getRateLimit)).rate.used;
    const before = await used();
    await mergeability(pull);
    expect((await used()) - before).toBe(10);
  });

  it("H-MERGE-21: evaluates stacks up to 200 and rejects larger ones", { tags: ["long"] }, async () => {
    const root = await fresh();
    const { db, ids } = pulls.test.service;
    const [row] = await db.select().from(pullRequests).where(eq(pullRequests.id, root.id));
    const [version] = await db.select().from(pullRequestVersions).where(eq(pullRequestVersions.pullRequestId, root.id));
    if (!row || !version) throw new Error("pull request not found");
    const stackId = ids.typed("stk");
    await db.update(pullRequests).set({ stackId }).where(eq(pullRequests.id, root.id));
    let below = { ...row, stackId };
    for (let layer = 2; layer <= 201; layer += 1) {
      const number = 10_000 + layer;
      const next = {
        ...below,
        id: ids.typed("pr"),
        number,
        parentId: below.id,
        baseRef: below.headRef,
        headRef: `l-${layer}`,
      };
      await db.insert(pullRequests).values(next);
      await db.insert(pullRequestVersions).values({ ...version, pullRequestId: next.id });
      below = next;
      if (layer < 200) continue;
      const response = await pulls.test.send("GET", `${pulls.path}/pulls/${number}/mergeability`);
      const exceeds = { status: 400, body: { code: 9, message: expect.stringContaining("200") } };
      expect(response).toMatchObject(layer === 200 ? { status: 200 } : exceeds);
    }
    await db.delete(pullRequests).where(and(eq(pullRequests.stackId, stackId), ne(pullRequests.id, root.id)));
  });

  it("leaves no objects in the repository", async () => {
    const pull = await fresh();
    await pulls.test.service.mergePreparation.idle();
    const objects = () => git(pulls.dir, "count-objects", "-v");
    const before = await objects();
    await mergeability(pull);
    expect(await objects()).toBe(before);
  });

  it("H-MERGE-22: evaluates every layer from the root, with conflicts inherited upstack", {
    tags: ["long"],
  }, async () => {
    const first = await fresh({ files: { "stack.txt": "other\n" } });
    const root = await fresh({ files: { "stack.txt": "ours\n" } });
    const top = await fresh({ from: root.head.ref, base: root.head.ref, parent: root });
    expect(await mergeability(top)).toMatchObject({ verdict: "mergeable", baseRef: "main" });
    await merge(first);
    await pulls.test.call(updatePullRequest, { params: params(top), body: { draft: true } });
    const { blockers, evaluatedPullRequests } = await mergeability(top);
    expect(evaluatedPullRequests.map(({ number }) => number)).toEqual([root.number, top.number]);
    expect(blockers).toMatchObject([
      {
        kind: "merge_conflict",
        pullRequest: { number: root.number },
        mergeConflict: { conflictedPaths: ["stack.txt"], inheritedFromDownstack: false },
      },
      { kind: "draft", pullRequest: { number: top.number } },
      { kind: "merge_conflict", pullRequest: { number: top.number }, mergeConflict: { inheritedFromDownstack: true } },
    ]);
  });

  it("reports layers that need a restack, and a deleted base", { tags: ["long"] }, async () => {
    const root = await fresh();
    const top = await fresh({ from: root.head.ref, base: root.head.ref, parent: root });
    await pulls.branch(root.head.ref, { "later.txt": "later\n" });
    expect(await kinds(top)).toEqual([[top.number, "needs_restack"]]);
    await pulls.branch("doomed", { "d.txt": "d\n" });
    const onto = await fresh({ from: "doomed", base: "doomed" });
    await pulls.pushed(":doomed");
    expect((await mergeability(onto)).blockers).toMatchObject([
      { kind: "invalid_stack", stackShape: { reason: "base_branch_missing" } },
    ]);
  });

  it("treats a base without common history as a conflict without files", async () => {
    await pulls.branch("isolated", { "isolated.txt": "1\n" }, "main");
    const pull = await fresh({ base: "isolated" });
    await pulls.git("checkout", "--quiet", "--orphan", "rootless");
    await pulls.git("commit", "--quiet", "--message=Start again");
    await pulls.push("rootless:isolated");
    expect((await mergeability(pull)).blockers).toMatchObject([
      { kind: "merge_conflict", mergeConflict: { conflictedPaths: [] }, message: expect.stringMatching(/unrelated/) },
    ]);
    expect(await pulls.test.send("POST", `${pulls.path}/pulls/${pull.number}/merge`, { body: {} })).toMatchObject({
      status: 400,
    });
  });
});
