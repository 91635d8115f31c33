import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { batchUpsertCheckRuns } from "@/lib/contract/hosting/checks/batch-upsert-check-runs";
import { getCheckSuite } from "@/lib/contract/hosting/checks/get-check-suite";
import { listCheckRunAnnotations } from "@/lib/contract/hosting/checks/list-check-run-annotations";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/checks/list-check-runs-for-commit";
import { listPullRequestComments } from "@/lib/contract/hosting/comments/list-pull-request-comments";
import { getPullRequestMergeability } from "@/lib/contract/hosting/mergeability/get-pull-request-mergeability";
import { listPullRequests } from "@/lib/contract/hosting/pulls/list-pull-requests";
import { listRequestedReviewers } from "@/lib/contract/hosting/reviewers/list-requested-reviewers";
import { listPullRequestReviews } from "@/lib/contract/hosting/reviews/list-pull-request-reviews";
import { pullRequests } from "../core/store/tables/pull-requests";
import { users } from "../core/store/tables/users";
import { startTestService, type TestService } from "../testing/test-service";
import { actAs } from "./act-as";
import { type DemoPull, readDemoPulls } from "./demo-pulls";
import { demoReporter } from "./report-demo-checks";

let test: TestService;
let demoPulls: readonly DemoPull[];
const params = { ownerSlug: "demo", repoName: "orders" };

beforeAll(async () => {
  demoPulls = (await readDemoPulls()).pullRequests;
  test = await startTestService({ DEMO: "1" });
  await test.demoPulls;
  expect(await all()).toHaveLength(demoPulls.length);
});
afterAll(() => test.close());

const all = async () =>
  (await test.call(listPullRequests, { params, query: { state: "all", direction: "asc" } })).pullRequests;

async function pull(head: string) {
  const found = (await all()).find((each) => each.head.ref === head);
  if (!found) throw new Error(`no pull request from ${head}`);
  return { ...found, at: { ...params, pullNumber: found.number } };
}

async function blockers(head: string) {
  const { at } = await pull(head);
  const verdict = await test.call(getPullRequestMergeability, { params: at });
  return verdict.blockers.map(({ kind }) => kind);
}

it("opens pull requests in every state", async () => {
  const states = (await all()).map(({ state, draft }) => (draft ? "draft" : state));
  expect(states).toEqual(["merged", ...Array(4).fill("open"), "closed", "open", "draft", ...Array(6).fill("open")]);
  expect(await blockers("fix/rounding")).toEqual([]);
  expect(await blockers("docs/changelog-unreleased")).toEqual(["merge_conflict"]);
  expect(await blockers("feature/refunds")).toEqual(["draft"]);
  expect((await pull("test/recorded-orders")).version).toMatchObject({ changedFiles: 3000 });
});

it("has required checks in every state on the release branch", async () => {
  const states = async (head: string) => {
    const { blockers } = await test.call(getPullRequestMergeability, { params: (await pull(head)).at });
    return blockers.map(({ kind, requiredChecks }) => [
      kind,
      ...(requiredChecks ? [requiredChecks.state, ...requiredChecks.checks.map(({ name }) => name)] : []),
    ]);
  };
  expect(await states("release/1.0-notes")).toEqual([]);
  expect(await states("release/1.0-health")).toEqual([["required_checks", "failing", "Lint"]]);
  expect(await states("release/1.0-upgrade")).toEqual([["required_checks", "pending", "Tests", "Lint"]]);
  expect(await states("release/1.0-support")).toEqual([
    ["required_checks", "missing", "Tests", "Lint"],
    ["required_approvals"],
  ]);
  const { head } = await pull("release/1.0-health");
  const of = { ...params, sha: head.sha };
  const { checkRuns } = await test.call(listCheckRunsForCommit, { params: of });
  expect(checkRuns.map(({ key, conclusion }) => [key, conclusion]).sort()).toEqual([
    ["lint", "failure"],
    ["test", "success"],
  ]);
  const checkRunId = checkRuns.find(({ key }) => key === "lint")?.id ?? "";
  const { annotations } = await test.call(listCheckRunAnnotations, { params: { ...params, checkRunId } });
  expect(annotations.map(({ annotationLevel }) => annotationLevel)).toEqual(["failure", "warning", "notice"]);
});

it("creates a stack of three pull requests", async () => {
  const [bottom, middle, top] = [
    await pull("currency/1-rates"),
    await pull("currency/2-quotes"),
    await pull("currency/3-docs"),
  ];
  expect(middle.stack?.parentPullRequest?.number).toBe(bottom.number);
  expect(top.stack?.parentPullRequest?.number).toBe(middle.number);
  expect(await blockers("currency/3-docs")).toEqual([]);
  const requested = await test.call(listRequestedReviewers, { params: bottom.at });
  expect(requested.users).toHaveLength(1);
});

it("has a review by the colleague, comments, and one resolved thread", async () => {
  const { at, author } = await pull("feature/bulk-discounts");
  const { reviews } = await test.call(listPullRequestReviews, { params: at });
  expect(reviews).toMatchObject([{ verdict: "request_changes", author: { user: { displayName: "Ada Okafor" } } }]);
  expect(reviews[0]?.author).not.toEqual(author);
  const { comments } = await test.call(listPullRequestComments, { params: at });
  expect(comments).toHaveLength(5);
  expect(new Set(comments.filter((each) => each.thread.resolvedAt).map((each) => each.thread.id)).size).toBe(1);
});

it("creates no API key for the colleague", async () => {
  const rows = await test.service.db.select().from(users);
  expect(rows.map(({ email }) => email)).toEqual(["admin@localhost", "ada@orders.example"]);
});

it("keeps changes users made after a restart", { tags: ["long"] }, async () => {
  await test.send("PATCH", `/v1/repohost/repos/demo/orders/pulls/${(await pull("fix/rounding")).number}`, {
    body: { title: "Mine now", state: "closed" },
  });
  // Merge previews are computed in the background.
  const stored = async () =>
    (await all()).map((each) => ({ ...each, version: { ...each.version, potentialMergeCommit: undefined } }));
  const before = await stored();
  await test.restart();
  expect(await stored()).toEqual(before);
});

it("continues after a crash without duplicates", { tags: ["long"] }, async () => {
  // The state after a crash while the twelfth was being completed: its review exists, the rest doesn't.
  const rows = await all();
  for (const { number } of rows.slice(12)) {
    await test.service.db.delete(pullRequests).where(eq(pullRequests.number, Number(number)));
  }
  const { at } = await pull("feature/bulk-discounts");
  const count = async () => (await test.call(listPullRequestComments, { params: at })).comments.length;
  const reply = (await test.call(listPullRequestComments, { params: at })).comments.at(-1);
  await test.send("DELETE", `/v1/repohost/repos/demo/orders/pulls/comments/${reply?.id}`);
  expect(await count()).toBe(4);
  await test.restart();
  await test.demoPulls;
  expect(await all()).toHaveLength(demoPulls.length);
  expect(await count()).toBe(5);
  expect((await test.call(listPullRequestReviews, { params: at })).reviews).toHaveLength(1);
  expect((await all()).filter(({ head }) => head.ref === "fix/rounding")).toMatchObject([{ state: "open" }]);
});

it("H-CHECK-50 reports checks in batches and reads the outcome of each from `results`", async () => {
  const { service } = test;
  const rows = await service.db.select().from(users).orderBy(users.id);
  const owner = rows[0] && actAs(service, rows[0]);
  if (!owner) throw new Error("the service has no user");
  const { report } = await demoReporter(service, owner);
  const reported = await pull("release/1.0-notes");
  expect(await report("passed", reported)).toEqual([]);
  const unchecked = await pull(
    demoPulls.find(({ base, checks, outcome }) => !checks && !outcome && base === "main")?.head ?? "",
  );
  const created = await report("failed", unchecked);
  const { checkRuns } = await test.call(listCheckRunsForCommit, { params: { ...params, sha: unchecked.head.sha } });
  expect(created.length).toBeGreaterThan(1);
  expect(checkRuns.map(({ id }) => id)).toEqual(expect.arrayContaining(created.map(({ id }) => id)));
  // A response without the deprecated list is also valid.
  const checkSuite = await test.call(getCheckSuite, {
    params: { ...params, checkSuiteId: created[0]?.checkSuite.id ?? "" },
  });
  const newer = { checkSuite, results: created.map((checkRun) => ({ checkRun, outcome: "created" })) };
  expect(batchUpsertCheckRuns.response.parse(newer)).toEqual(newer);
});
