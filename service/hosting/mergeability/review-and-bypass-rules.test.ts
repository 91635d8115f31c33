import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { git } from "@/git/testing/git-fixture";
import { createPullRequestComment } from "@/lib/contract/hosting/comments/create-pull-request-comment";
import { updatePullRequestThread } from "@/lib/contract/hosting/comments/update-pull-request-thread";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { createPullRequest } from "@/lib/contract/hosting/pulls/create-pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { refUpdates } from "../../core/store/tables/ref-updates";
import { repositories } from "../../core/store/tables/repositories";
import { ruleBypasses } from "../../core/store/tables/rule-bypasses";
import { rulesets } from "../../core/store/tables/rulesets";
import { type Checks, startChecks } from "../checks/testing/check-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { addRuleset, deleteRulesets, type RulesetInput } from "../rulesets/testing/ruleset-fixture";

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
  it("requiredReviewThreadResolution requires every thread on a file to be resolved", { tags: ["long"] }, async () => {
    await addRuleset(hosted, "merge_branch", {
      pull_request: { requiredApprovingReviewCount: 0, requiredReviewThreadResolution: true },
    });
    const pull = await fresh();
    const comment = (path?: string) =>
      hosted.test.call(createPullRequestComment, {
        params: at(pull),
        body: { body: "Why?", ...(path ? { file: { path } } : {}) },
        key: rita,
      });
    await comment();
    expect(await kinds(pull)).toEqual([]);
    const { thread } = await comment(`${pull.head.ref}.txt`);
    const message = '1 thread is unresolved. Ruleset "Guard" requires resolving them.';
    expect(await blockersOf(pull)).toMatchObject([{ kind: "rule_failure", message, unresolvedThreads: { count: 1 } }]);
    expect(await merge(pull)).toMatchObject(blockedBy("unresolved"));
    await hosted.test.call(updatePullRequestThread, {
      params: { ...hosted.params, threadId: thread.id },
      body: { resolved: true },
    });
    expect((await merge(pull)).status).toBe(200);
  });

  it("requireLastPushApproval requires an approval by someone who didn't push the latest version", async () => {
    await addRuleset(hosted, "merge_branch", {
      pull_request: { requiredApprovingReviewCount: 1, requireLastPushApproval: true },
    });
    await hosted.branch("pushed-for-rita", { "pushed-for-rita.txt": "x\n" });
    const pull = await hosted.test.call(createPullRequest, {
      params: hosted.params,
      body: { title: "Pushed for Rita", head: "pushed-for-rita", base: "main" },
      key: rita,
    });
    await approve(pull, hosted.test.keys.user);
    expect(await kinds(pull)).toEqual(["rule_failure"]);
    expect(await merge(pull)).toMatchObject(blockedBy("latest push"));
    await approve(pull, sam);
    expect((await merge(pull)).status).toBe(200);
  });

  it("dismissStaleReviewsOnPush dismisses approvals of earlier versions", { tags: ["long"] }, async () => {
    const pull = await fresh();
    await approve(pull);
    await hosted.branch(pull.head.ref, { "without-the-rule.txt": "x\n" });
    const dismissals = async () =>
      (await hosted.test.call(listPullRequestReviews, { params: at(pull) })).reviews.map(
        ({ dismissal }) => dismissal?.message,
      );
    await hosted.test.service.mergePreparation.idle();
    expect(await dismissals()).toEqual([undefined]);
    await addRuleset(hosted, "merge_branch", {
      pull_request: { requiredApprovingReviewCount: 0, dismissStaleReviewsOnPush: true },
    });
    await approve(pull, sam);
    await hosted.branch(pull.head.ref, { "with-the-rule.txt": "x\n" });
    await expect.poll(dismissals).toEqual(["New commits were pushed.", "New commits were pushed."]);
    expect(await kinds(pull)).toEqual([]);
  });

  it("fail for forbidden and unknown rules", async () => {
    const pull = await fresh();
    await addRuleset(hosted, "push_branch", { block_merges: {} });
    expect(await merge(pull)).toMatchObject(blockedBy("rule_failure"));
    const unknown = [{ id: "rsr_x", ruleType: "later", parameters: {} }];
    await hosted.test.service.db.update(rulesets).set({ rules: unknown });
    expect(await kinds(pull)).toEqual(["ruleset_error"]);
    expect(await merge(pull)).toMatchObject(blockedBy("ruleset_error"));
  });

  it("are listed before a merge that bypasses them, and recorded with its actor and reason", {
    tags: ["long"],
  }, async () => {
    const { db } = hosted.test.service;
    const bypass: RulesetInput = {
      bypassActors: [{ bypassMode: "pull_request_only", repohostRole: { role: "repository_admin" } }],
    };
    const reviewed = { pull_request: { requiredApprovingReviewCount: 1 }, require_branch_up_to_date: {} };
    const { id: reviews } = await addRuleset(hosted, "merge_branch", reviewed, bypass);
    const { id: linear } = await addRuleset(hosted, "push_branch", { required_linear_history: {} }, bypass);
    const pull = await fresh();
    const stopped = await merge(pull, {}, rita);
    expect(stopped.status).toBe(400);
    const { verdict, bypassedRules } = await mergeability(pull);
    const rule = (id: string, ruleType: string) => ({ ruleset: { id, name: "Guard" }, ruleType });
    const blocker = { kind: "required_approvals", pullRequest: { id: pull.id } };
    expect({ verdict, bypassedRules }).toMatchObject({
      verdict: "mergeable",
      bypassedRules: [
        { ...rule(reviews, "pull_request"), blockers: [blocker] },
        { ...rule(linear, "required_linear_history"), blockers: [], mergeMethod: "merge" },
      ],
    });
    expect((await mergeability(pull, rita)).bypassedRules).toEqual([]);
    const choose = (choice: string) =>
      hosted.test.send("POST", `${hosted.path}/pulls/${pull.number}/merge`, {
        headers: { "rule-bypass": choice },
        body: { mergeMethod: "merge" },
      });
    expect(await choose("none")).toMatchObject(blockedBy("required_approvals"));
    const merged = await choose("reason=Outage");
    const mergeBypass = {
      actor: { user: { email: "admin@localhost" } },
      reason: "Outage",
      rules: [rule(reviews, "pull_request"), rule(linear, "required_linear_history")],
    };
    expect(merged).toMatchObject({ status: 200, body: { pullRequest: { mergeBypass } } });
    const { mergeCommitSha } = await hosted.test.call(getPullRequest, { params: at(pull) });
    const recorded = await db.select().from(ruleBypasses);
    expect(recorded).toMatchObject([{ change: "merge", ref: "refs/heads/main", after: mergeCommitSha }]);
    // Without the choice the caller's bypass applies, as specified.
    const unchosen = await merge(await fresh());
    expect(unchosen).toMatchObject({ status: 200, body: { pullRequest: { mergeBypass: { rules: [{}, {}] } } } });
    await deleteRulesets(hosted);
    const plain = await merge(await fresh(), {}, rita);
    expect(plain.body).not.toHaveProperty("pullRequest.mergeBypass");
    expect(await db.select().from(ruleBypasses)).toHaveLength(2);
    const [member] = await db
      .select()
      .from(refUpdates)
      .where(eq(refUpdates.after, (plain.body as { mergeCommitSha: string }).mergeCommitSha));
    expect(member?.userId).toBeGreaterThan(1);
  });

  it("H-RULE-02: don't block in evaluate mode, when disabled, or for actors who can bypass them", async () => {
    const rule = { pull_request: {} };
    const pull = await fresh();
    await addRuleset(hosted, "merge_branch", rule, { enforcement: "evaluate" });
    await addRuleset(hosted, "merge_branch", rule, { enforcement: "disabled" });
    await addRuleset(hosted, "merge_branch", rule, { excludedRefNames: ["main"] });
    expect(await mergeability(pull)).toMatchObject({
      verdict: "mergeable",
      blockers: [],
      evaluatedBlockers: [{ kind: "required_approvals" }],
    });
    await addRuleset(hosted, "merge_branch", rule, {
      bypassActors: [{ bypassMode: "pull_request_only", repohostRole: { role: "repository_admin" } }],
    });
    // Rita isn't an admin.
    expect((await mergeability(pull, rita)).verdict).toBe("blocked");
    expect(await merge(pull, {}, rita)).toMatchObject(blockedBy("required_approvals"));
    expect((await merge(pull)).status).toBe(200);
  });

  it("let the service write to protected branches, but not delete them", { tags: ["long"] }, async () => {
    await settings({ deleteBranchOnMerge: true });
    await addRuleset(hosted, "push_branch", { block_direct_updates: {} }, { includedRefNames: ["main"] });
    const [deleted, kept] = [await fresh(), await fresh()];
    await addRuleset(hosted, "push_branch", { deletion: {} }, { includedRefNames: [kept.head.ref] });
    for (const pull of [deleted, kept]) expect((await merge(pull)).status).toBe(200);
    const heads = await git(hosted.dir, "for-each-ref", "--format=%(refname:short)", "refs/heads");
    expect(heads.split("\n")).toContain(kept.head.ref);
    expect(heads.split("\n")).not.toContain(deleted.head.ref);
  });
});
