import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { batchUpsertCheckRuns } from "@/lib/contract/hosting/batch-upsert-check-runs";
import { getCheckSuite } from "@/lib/contract/hosting/get-check-suite";
import { getPullRequestMergeability } from "@/lib/contract/hosting/get-pull-request-mergeability";
import { listCheckRunAnnotations } from "@/lib/contract/hosting/list-check-run-annotations";
import { listCheckRunsForCommit } from "@/lib/contract/hosting/list-check-runs-for-commit";
import { listPullRequestComments } from "@/lib/contract/hosting/list-pull-request-comments";
import { listPullRequestReviews } from "@/lib/contract/hosting/list-pull-request-reviews";
import { listPullRequests } from "@/lib/contract/hosting/list-pull-requests";
import { listRequestedReviewers } from "@/lib/contract/hosting/list-requested-reviewers";
import { users } from "../core/store/tables/people";
import { pullRequests } from "../core/store/tables/pull-requests";
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
  await complete();
});
afterAll(() => test.close());

const all = async () =>
  (await test.call(listPullRequests, { params, query: { state: "all", direction: "asc" } })).pullRequests;

async function complete() {
  await vi.waitFor(async () => expect(await all()).toHaveLength(demoPulls.length), { timeout: 120_000, interval: 100 });
}

async function pull(head: string) {
  const found = (await all()).find((each) => each.head.ref === head);
  if (!found) throw new Error(`no pull request of ${head}`);
  return { ...found, at: { ...params, pullNumber: found.number } };
}

async function blockers(head: string) {
  const { at } = await pull(head);
  const answer = await test.call(getPullRequestMergeability, { params: at });
  return answer.blockers.map(({ kind }) => kind);
}

it("opens pull requests in every state", async () => {
  const states = (await all()).map(({ state, draft }) => (draft ? "draft" : state));
  expect(states).toEqual(["merged", ...Array(4).fill("open"), "closed", "open", "draft", ...Array(6).fill("open")]);
  expect(await blockers("fix/rounding")).toEqual([]);
  expect(await blockers("docs/changelog-unreleased")).toEqual(["merge_conflict"]);
  expect(await blockers("feature/refunds")).toEqual(["draft"]);
  expect((await pull("test/recorded-orders")).version).toMatchObject({ changedFiles: 3000 });
});

it("shows checks in every state, where a ruleset of releases asks for them", async () => {
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

it("stacks three, each on the one below", async () => {
  const [bottom, middle, top] = [
    await pull("currency/1-rates"),
    await pull("currency/2-quotes"),
    await pull("currency/3-docs"),
  ];
  expect(middle.stack?.parentPullRequest?.number).toBe(bottom.number);
  expect(top.stack?.parentPullRequest?.number).toBe(middle.number);
  expect(await blockers("currency/3-docs")).toEqual([]);
  const asked = await test.call(listRequestedReviewers, { params: bottom.at });
  expect(asked.users).toHaveLength(1);
});

it("holds reviews of a second person, comments, and one resolved thread", async () => {
  const { at, author } = await pull("feature/bulk-discounts");
  const { reviews } = await test.call(listPullRequestReviews, { params: at });
  expect(reviews).toMatchObject([{ verdict: "request_changes", author: { user: { displayName: "Ada Okafor" } } }]);
  expect(reviews[0]?.author).not.toEqual(author);
  const { comments } = await test.call(listPullRequestComments, { params: at });
  expect(comments).toHaveLength(5);
  expect(new Set(comments.filter((each) => each.thread.resolvedAt).map((each) => each.thread.id)).size).toBe(1);
});

it("gives the second person no key", async () => {
  const people = await test.service.db.select().from(users);
  expect(people.map(({ email }) => email)).toEqual(["admin@localhost", "ada@orders.example"]);
});

it("leaves alone what people made of them", async () => {
  await test.send("PATCH", `/v1/repohost/repos/demo/orders/pulls/${(await pull("fix/rounding")).number}`, {
    body: { title: "Mine now", state: "closed" },
  });
  const before = await all();
  await test.restart();
  expect(await all()).toEqual(before);
});

it("goes on after a crash, without a second copy of anything", async () => {
  // As after a crash in the middle of the twelfth: it has its review but not the rest.
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
  await complete();
  expect(await count()).toBe(5);
  expect((await test.call(listPullRequestReviews, { params: at })).reviews).toHaveLength(1);
  expect((await all()).filter(({ head }) => head.ref === "fix/rounding")).toMatchObject([{ state: "open" }]);
});

it("H-CHECK-50 reports checks by batches and reads what became of them from their results", async () => {
  const { service } = test;
  const people = await service.db.select().from(users).orderBy(users.id);
  const owner = people[0] && actAs(service, people[0]);
  if (!owner) throw new Error("the service has no user");
  const { report } = await demoReporter(service, owner);
  const again = await pull("release/1.0-notes");
  expect(await report("passed", again)).toEqual([]);
  const fresh = await pull(
    demoPulls.find(({ base, checks, outcome }) => !checks && !outcome && base === "main")?.head ?? "",
  );
  const made = await report("failed", fresh);
  const { checkRuns } = await test.call(listCheckRunsForCommit, { params: { ...params, sha: fresh.head.sha } });
  expect(made.length).toBeGreaterThan(1);
  expect(checkRuns.map(({ id }) => id)).toEqual(expect.arrayContaining(made.map(({ id }) => id)));
  // A response without the deprecated list parses as well.
  const checkSuite = await test.call(getCheckSuite, {
    params: { ...params, checkSuiteId: made[0]?.checkSuite.id ?? "" },
  });
  const newer = { checkSuite, results: made.map((checkRun) => ({ checkRun, outcome: "created" })) };
  expect(batchUpsertCheckRuns.response.parse(newer)).toEqual(newer);
});
