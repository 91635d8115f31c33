import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { dismissPullRequestReview } from "@/lib/contract/hosting/reviews/dismiss-pull-request-review";
import { installations } from "../../core/store/tables/apps";
import { grants } from "../../core/store/tables/grants";
import { repositories } from "../../core/store/tables/repositories";
import { users } from "../../core/store/tables/users";
import { findNamespace } from "../access/namespace-access";
import { type Checks, startChecks } from "../checks/testing/check-fixture";
import { installedApp } from "../installations/testing/installation-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { addRuleset, deleteRulesets } from "../rulesets/testing/ruleset-fixture";

let hosted: Checks;
let rita: string;
let sam: string;

beforeAll(async () => {
  hosted = await startChecks();
  rita = (await addUser(hosted.test.service, { email: "rita@example.test", teamId: 1 })).key;
  sam = (await addUser(hosted.test.service, { email: "sam@example.test", teamId: 1 })).key;
});
afterAll(() => hosted.close());
beforeEach(async () => {
  await deleteRulesets(hosted);
  await settings({});
});

const settings = (overrides: Partial<typeof repositories.$inferInsert>) =>
  hosted.test.service.db
    .update(repositories)
    .set({ allowMergeCommit: true, allowSquashMerge: true, deleteBranchOnMerge: false, ...overrides })
    .where(eq(repositories.id, hosted.repo.id));
const at = ({ number }: Pick<PullRequest, "number">) => ({ ...hosted.params, pullNumber: number });
const mergeability = (pull: PullRequest, key = hosted.test.keys.user) =>
  hosted.test.call(getPullRequestMergeability, { params: at(pull), key });
const blockersOf = async (pull: PullRequest) =>
  (await mergeability(pull)).blockers.map(
    ({ pullRequest: _subject, evaluatedPullRequests: _evaluated, ...rest }) => rest,
  );
const kinds = async (pull: PullRequest) => (await mergeability(pull)).blockers.map(({ kind }) => kind);
const merge = (pull: PullRequest, body: object = {}, key = hosted.test.keys.user) =>
  hosted.test.send("POST", `${hosted.path}/pulls/${pull.number}/merge`, { body, key });
const blockedBy = (kind: string) => ({ status: 400, body: { code: 9, message: expect.stringContaining(kind) } });
const approve = (pull: PullRequest, key = rita) =>
  hosted.test.call(createPullRequestReview, { params: at(pull), body: { verdict: "approve" }, key });
const parents = (commit: string) => git(hosted.dir, "log", "-1", "--format=%P", commit);

let count = 0;

/** Opens a pull request to main that changes separate files. */
async function fresh(files?: Record<string, string>, more: { from?: string; parent?: PullRequest } = {}) {
  count += 1;
  const name = `ruled-${count}`;
  await hosted.git("fetch", "--quiet", hosted.dir, "+main:refs/remotes/now");
  await hosted.branch(name, files ?? { [`${name}.txt`]: `${name}\n` }, more.from ?? "refs/remotes/now");
  return hosted.open(name, {
    base: more.from ?? "main",
    ...(more.parent ? { parentPullRequest: { number: more.parent.number } } : {}),
  });
}

describe("merge rules", () => {
  it("require undismissed approvals of the latest version", async () => {
    await addRuleset(hosted, "merge_branch", { pull_request: { requiredApprovingReviewCount: 2 } });
    const pull = await fresh();
    const counted = (approvedCount: number) => [
      {
        kind: "required_approvals",
        message: `2 approvals of the latest version required, ${approvedCount} so far.`,
        requiredApprovals: { requiredCount: 2, approvedCount },
      },
    ];
    expect(await blockersOf(pull)).toEqual(counted(0));
    await approve(pull);
    await approve(pull);
    expect(await blockersOf(pull)).toEqual(counted(1));
    const { id } = await approve(pull, sam);
    expect(await kinds(pull)).toEqual([]);
    const params = { ...at(pull), reviewId: id };
    await hosted.test.call(dismissPullRequestReview, { params, body: { message: "Too soon" } });
    expect(await merge(pull)).toMatchObject(blockedBy("required_approvals"));
    await approve(pull, sam);
    await hosted.branch(pull.head.ref, { "more.txt": "more\n" });
    expect(await blockersOf(pull)).toEqual(counted(0));
    await approve(pull);
    await approve(pull, sam);
    expect((await merge(pull)).status).toBe(200);
  });

  it("count only approvals by users who currently have write access", { tags: ["long"] }, async () => {
    await addRuleset(hosted, "merge_branch", { pull_request: { requiredApprovingReviewCount: 1 } });
    const { test, params, repo } = hosted;
    const { db } = test.service;
    const reader = await addUser(test.service, { email: "reader@example.test" });
    const [row] = await db.select().from(users).where(eq(users.id, reader.userId));
    const namespaceId = (await findNamespace(test.service, params.ownerSlug))?.id ?? "";
    const principal = { principalKind: "user", principalId: row?.actorId ?? "" } as const;
    const grant = { namespaceId, repositoryId: repo.id, ...principal, createdAt: 0 };
    await db.insert(grants).values({ ...grant, permission: "read" });
    const pull = await fresh();
    await approve(pull, reader.key);
    expect(await blockersOf(pull)).toMatchObject([{ requiredApprovals: { requiredCount: 1, approvedCount: 0 } }]);
    expect(await merge(pull)).toMatchObject(blockedBy("required_approvals"));

    const scopes = ["repository:pull_requests:reviews:write"];
    await approve(pull, (await installedApp(test, { scopes })).token);
    expect(await kinds(pull)).toEqual(["required_approvals"]);
    const writer = await installedApp(test, { scopes: [...scopes, "repository:contents:write"] });
    await approve(pull, writer.token);
    expect(await kinds(pull)).toEqual([]);
    await db.update(installations).set({ suspendedAt: 1 }).where(eq(installations.id, writer.installationId));
    expect(await kinds(pull)).toEqual(["required_approvals"]);

    await db.update(grants).set({ permission: "write" }).where(eq(grants.principalId, principal.principalId));
    expect(await kinds(pull)).toEqual([]);
    await db.update(users).set({ isActive: false }).where(eq(users.id, reader.userId));
    expect(await merge(pull)).toMatchObject(blockedBy("required_approvals"));
    await db.update(users).set({ isActive: true }).where(eq(users.id, reader.userId));
    expect((await merge(pull)).status).toBe(200);
  });

  it("H-CHECK-67: treat a re-requested check as pending, not missing", { tags: ["long"] }, async () => {
    const lint = { actorKind: "app", actorId: hosted.app.appId, groupKey: "ci", runKey: "lint" };
    await addRuleset(hosted, "merge_branch", { require_status_checks: { requiredChecks: [lint] } });
    const pull = await fresh();
    const { checkRun } = await hosted.app.post({ sha: pull.head.sha, run: { isRerequestable: true } });
    expect(await kinds(pull)).toEqual([]);
    expect((await hosted.request("POST", `check-runs/${checkRun.id}/rerequest`, {})).status).toBe(200);
    expect((await mergeability(pull)).blockers).toMatchObject([
      { kind: "required_checks", requiredChecks: { state: "pending", checks: [{ checkRun: { id: checkRun.id } }] } },
    ]);
    expect(await merge(pull)).toMatchObject(blockedBy("required_checks"));
  });

  it("apply the target branch's rules to every layer of a stack", { tags: ["long"] }, async () => {
    await addRuleset(hosted, "merge_branch", { pull_request: {} }, { includedRefNames: ["~DEFAULT_BRANCH"] });
    const root = await fresh();
    const top = await fresh(undefined, { from: root.head.ref, parent: root });
    await approve(top);
    const { blockers } = await mergeability(top);
    expect(blockers).toMatchObject([{ kind: "required_approvals", pullRequest: { number: root.number } }]);
    await approve(root);
    expect((await merge(top)).status).toBe(200);
  });

  it("require approval by code owners of every changed file, from the base's CODEOWNERS", {
    tags: ["long"],
  }, async () => {
    const owners = ["*.own rita@example.test", "/deep/ @sam@example.test rita@example.test", "/free/"].join("\n");
    const setup = await fresh({ "docs/CODEOWNERS": "* unknown@example.test\n", ".svc/CODEOWNERS": owners });
    expect((await merge(setup)).status).toBe(200);
    await addRuleset(hosted, "merge_branch", {
      pull_request: { requiredApprovingReviewCount: 0, requireCodeOwnerReview: true },
    });
    const pull = await fresh({
      "a.own": "1\n",
      "deep/b": "1\n",
      "free/c": "1\n",
      "plain.txt": "1\n",
      // The pull request itself can't change who must approve.
      ".svc/CODEOWNERS": "",
    });
    expect(await blockersOf(pull)).toMatchObject([
      {
        kind: "codeowner_approval",
        codeownerApproval: {
          requirements: [
            { owners: ["rita@example.test"], paths: ["a.own"] },
            { owners: ["@sam@example.test", "rita@example.test"], paths: ["deep/b"] },
          ],
        },
      },
    ]);
    await approve(pull, sam);
    expect(await blockersOf(pull)).toMatchObject([
      { codeownerApproval: { requirements: [{ owners: ["rita@example.test"], paths: ["a.own"] }] } },
    ]);
    expect(await merge(pull)).toMatchObject(blockedBy("codeowner_approval"));
    await approve(pull, rita);
    expect((await merge(pull)).status).toBe(200);
  });

  it("require checks, and report missing, pending, failing and action_required ones", { tags: ["long"] }, async () => {
    const check = (groupKey: string, more: object = {}) => ({
      actorKind: "app",
      actorId: hosted.app.appId,
      groupKey,
      ...more,
    });
    await addRuleset(hosted, "merge_branch", {
      require_status_checks: {
        requiredChecks: [
          check("ci", { runKey: "lint", name: "Lint it" }),
          check("ci", { runKey: "test" }),
          check("docs"),
          check("deploy"),
          { ...check("ci", { runKey: "lint" }), actorId: "app_other" },
        ],
      },
    });
    const pull = await fresh();
    const post = (key: string, run: object, suite: object = {}) =>
      hosted.app.post({ sha: pull.head.sha, suite, run: { key, ...run } });
    const lint = await post("lint", { status: "in_progress" });
    await post("test", { status: "completed", conclusion: "failure" });
    await post("extra", { status: "completed", conclusion: "failure" });
    await post("page", { status: "completed", conclusion: "action_required" }, { key: "docs", externalId: "docs-1" });
    const states = async () =>
      (await mergeability(pull)).blockers.map(({ kind, requiredChecks }) => [
        kind,
        requiredChecks?.state,
        ...(requiredChecks?.checks.map(({ name }) => name) ?? []),
      ]);
    expect(await states()).toEqual([
      ["required_checks", "missing", "deploy", "lint"],
      ["required_checks", "pending", "Lint it"],
      ["required_checks", "failing", "test"],
      ["required_checks", "action_required", "docs"],
    ]);
    const [, pending] = (await mergeability(pull)).blockers;
    expect(pending?.requiredChecks?.checks).toEqual([
      {
        name: "Lint it",
        owner: { app: expect.objectContaining({ id: hosted.app.appId }) },
        checkRun: { id: lint.checkRun.id, name: "Lint", checkSuite: { id: lint.checkSuite.id } },
      },
    ]);
    expect(await merge(pull)).toMatchObject(blockedBy("required_checks"));
    await deleteRulesets(hosted);
    await addRuleset(hosted, "merge_branch", {
      require_status_checks: { requiredChecks: [check("ci", { runKey: "lint" })] },
    });
    await post("lint", { status: "completed", conclusion: "neutral", externalUpdatedAt: hosted.ago(1) });
    expect(await kinds(pull)).toEqual([]);
    expect((await merge(pull)).status).toBe(200);
  });

  it("require the head to contain the base's latest commits", { tags: ["long"] }, async () => {
    await addRuleset(hosted, "merge_branch", { require_branch_up_to_date: {} });
    const [one, two] = [await fresh(), await fresh()];
    expect((await merge(one)).status).toBe(200);
    expect(await kinds(two)).toEqual(["behind_base"]);
    expect(await merge(two)).toMatchObject(blockedBy("behind_base"));
    await hosted.branch(two.head.ref, { "still-behind.txt": "x\n" });
    expect(await kinds(two)).toEqual(["behind_base"]);
    await hosted.git("fetch", "--quiet", hosted.dir, "+main:refs/remotes/now");
    await hosted.git("switch", "--quiet", two.head.ref);
    await hosted.git("merge", "--quiet", "--no-edit", "refs/remotes/now");
    await hosted.pushed(two.head.ref);
    await hosted.git("switch", "--quiet", "main");
    expect((await merge(two)).status).toBe(200);
  });

  it("H-MERGE-13: default to squash for linear history, and reject merge commits", { tags: ["long"] }, async () => {
    await addRuleset(hosted, "push_branch", { required_linear_history: {} }, { includedRefNames: ["~DEFAULT_BRANCH"] });
    const pull = await fresh();
    expect(await kinds(pull)).toEqual([]);
    const before = await git(hosted.dir, "rev-parse", "main");
    expect(await merge(pull, { mergeMethod: "merge" })).toMatchObject(blockedBy("linear history"));
    expect((await merge(pull)).status).toBe(200);
    expect(await parents("main")).toBe(before);
    await settings({ allowSquashMerge: false });
    const stuck = await fresh();
    expect(await kinds(stuck)).toEqual(["rule_failure"]);
    expect(await merge(stuck)).toMatchObject(blockedBy("rule_failure"));
  });
});
