import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { git } from "@/git/testing/git-fixture";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { getPullRequest } from "@/lib/contract/hosting/pulls/get-pull-request";
import { createPullRequestReview } from "@/lib/contract/hosting/reviews/create-pull-request-review";
import { dismissPullRequestReview } from "@/lib/contract/hosting/reviews/dismiss-pull-request-review";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { repositories } from "../../core/store/tables/repositories";
import { rulesets } from "../../core/store/tables/rulesets";
import type { Transaction } from "../../core/store/transaction";
import { waitForLockWaits } from "../../testing/lock-waits";
import { type Checks, startChecks } from "../checks/testing/check-fixture";
import { addUser } from "../repositories/testing/repository-fixture";
import { lockRules } from "../rulesets/ruleset-row";
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
const merge = (pull: PullRequest, body: object = {}, key = hosted.test.keys.user) =>
  hosted.test.send("POST", `${hosted.path}/pulls/${pull.number}/merge`, { body, key });
const blockedBy = (kind: string) => ({ status: 400, body: { code: 9, message: expect.stringContaining(kind) } });
const approve = (pull: PullRequest, key = rita) =>
  hosted.test.call(createPullRequestReview, { params: at(pull), body: { verdict: "approve" }, key });
const parents = (commit: string) => git(hosted.dir, "log", "-1", "--format=%P", commit);

const Reported = z.looseObject({ outcome: z.string(), checkRun: z.looseObject({ updatedAt: z.string() }) });

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

/** Runs `meanwhile` after a merge has written its commits and before its final transaction evaluates the rules again. */
async function duringMerge(work: () => Promise<unknown>, meanwhile: (tx: Transaction) => Promise<unknown>) {
  const { db } = hosted.test.service;
  let working: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await lockRules(tx, hosted.repo.id);
    working = work();
    await waitForLockWaits(db);
    await meanwhile(tx);
  });
  return working;
}

describe("changes during a merge", () => {
  it("block it: a dismissed review, a re-requested check, a new rule", { tags: ["long"] }, async () => {
    const lint = { actorKind: "app", actorId: hosted.app.appId, groupKey: "ci", runKey: "lint" };
    await addRuleset(hosted, "merge_branch", {
      pull_request: {},
      require_status_checks: { requiredChecks: [lint] },
    });
    const before = await git(hosted.dir, "rev-parse", "main");

    const reviewed = await fresh();
    await hosted.app.post({ sha: reviewed.head.sha });
    const { id } = await approve(reviewed);
    const dismissal = { params: { ...at(reviewed), reviewId: id }, body: { message: "No" } };
    const dismiss = () => hosted.test.call(dismissPullRequestReview, dismissal);
    expect(await duringMerge(() => merge(reviewed), dismiss)).toMatchObject(blockedBy("required_approvals"));

    const checked = await fresh();
    await approve(checked);
    await hosted.app.post({ sha: checked.head.sha });
    const again = () =>
      hosted.app.post({ sha: checked.head.sha, run: { status: "in_progress", externalUpdatedAt: hosted.ago(1) } });
    expect(await duringMerge(() => merge(checked), again)).toMatchObject(blockedBy("required_checks"));

    await deleteRulesets(hosted);
    const free = await fresh();
    const now = hosted.test.service.clock.now();
    const forbid = (tx: Transaction) =>
      tx.insert(rulesets).values({
        id: "rs_late",
        repositoryId: hosted.repo.id,
        name: "Late",
        description: "",
        enforcement: "active",
        kind: "push_branch",
        includedRefNames: ["~ALL"],
        excludedRefNames: [],
        rules: [{ id: "rsr_late", ruleType: "block_merges", parameters: {} }],
        bypassActors: [],
        createdAt: now,
        updatedAt: now,
      });
    expect(await duringMerge(() => merge(free), forbid)).toMatchObject(blockedBy("rule_failure"));
    expect(await git(hosted.dir, "rev-parse", "main")).toBe(before);
  });
});

describe("concurrent writers", () => {
  it("H-MERGE-04: of heads, reviews, checks and merges never merge anything unapproved or unchecked", {
    tags: ["long"],
  }, async () => {
    await addRuleset(hosted, "merge_branch", {
      pull_request: {},
      require_status_checks: {
        requiredChecks: [{ actorKind: "app", actorId: hosted.app.appId, groupKey: "ci", runKey: "lint" }],
      },
    });
    const outcomes = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const pull = await fresh();
      const { id: reviewId } = await approve(pull);
      await hosted.app.post({ sha: pull.head.sha });
      const author = { name: "Ada", email: "ada@example.test" };
      const pushes = (round: number) =>
        hosted.test.send("POST", `${hosted.path}/git/commits:createFromFiles`, {
          body: {
            targetBranch: pull.head.ref,
            expectedHeadSha: pull.head.sha,
            message: "Race",
            author,
            files: [{ path: `race-${round}.txt`, content: Buffer.from(`${round}`).toString("base64") }],
          },
        });
      const reviewing = (round: number) =>
        round % 2 === 0
          ? hosted.test.send("PUT", `${hosted.path}/pulls/${pull.number}/reviews/${reviewId}/dismissals`, {
              body: { message: "No" },
            })
          : hosted.test.send("POST", `${hosted.path}/pulls/${pull.number}/reviews`, {
              body: { verdict: "request_changes" },
              key: sam,
            });
      const checking = (round: number) =>
        hosted.app.send({
          sha: pull.head.sha,
          run: { externalUpdatedAt: hosted.ago(50 - round), status: "in_progress" },
        });
      // Vary the order between rounds, with merges always in the mix.
      const turns = Array.from({ length: 8 }, (_, round) => round);
      const against = [pushes, reviewing, checking][round % 3] ?? pushes;
      const rest = [pushes, reviewing, checking].filter((each) => each !== against);
      const responses = await Promise.all([
        ...turns.slice(0, 4).map(() => merge(pull)),
        ...turns.map(against),
        ...turns.map(() => merge(pull)),
        ...(round < 3 ? [] : rest.flatMap((each) => turns.slice(0, 6).map(each))),
      ]);
      for (const { status } of responses) expect([200, 400, 409]).toContain(status);

      const after = await hosted.test.call(getPullRequest, { params: at(pull) });
      outcomes.add(after.state);
      if (after.state !== "merged") continue;
      // Only this head was ever approved and checked.
      expect((await parents(after.mergeCommitSha ?? "")).split(" ")[1]).toBe(pull.head.sha);
      expect(after.version.headSha).toBe(pull.head.sha);
      const { reviews } = await hosted.test.call(listPullRequestReviews, { params: at(pull) });
      const approval = reviews.find(({ id }) => id === reviewId);
      const dismissedAt = approval?.dismissal ? Date.parse(approval.dismissal.dismissedAt) : Number.POSITIVE_INFINITY;
      expect(dismissedAt).toBeGreaterThanOrEqual(Date.parse(after.mergedAt ?? ""));
      const file = await git(hosted.dir, "ls-tree", "--name-only", after.mergeCommitSha ?? "", "race-0.txt");
      expect(file).toBe("");
      for (const { body } of responses) {
        const posted = Reported.safeParse(body).data;
        if (posted?.outcome !== "updated") continue;
        expect(Date.parse(posted.checkRun.updatedAt)).toBeGreaterThanOrEqual(Date.parse(after.mergedAt ?? ""));
      }
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });

  it("of rules and merges never violate a saved rule", { tags: ["long"] }, async () => {
    for (let round = 0; round < 4; round += 1) {
      await deleteRulesets(hosted);
      const pull = await fresh();
      const added = addRuleset(hosted, "merge_branch", { pull_request: {} }).then(() => merge(pull));
      const responses = await Promise.all([merge(pull), merge(pull), added]);
      const { state } = await hosted.test.call(getPullRequest, { params: at(pull) });
      const after = responses.at(-1);
      // Either merged before the rule was added, or not at all.
      expect(after?.status).toBe(state === "merged" ? 200 : 400);
    }
  });
});
