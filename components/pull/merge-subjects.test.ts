import fc from "fast-check";
import { expect, it } from "vitest";
import type { MergeBlocker } from "@/lib/contract/hosting/mergeability/mergeability";
import type { ReviewerState } from "@/lib/model/pulls/reviewer-states";
import { subjectOf, summarizeBase, summarizeChecks, summarizeReviews, summarizeThreads } from "./merge-subjects";

const repository = { id: "repo_1", name: "orders", owner: { id: "ns_1", slug: "demo" } };
const reference = { id: "pr_7", number: "7", repository };
const blocker = (kind: string): MergeBlocker => ({ pullRequest: reference, kind, message: "" });

const reviewer = (name: string, changes: Partial<ReviewerState>): ReviewerState => ({
  id: name,
  name,
  kind: "user",
  verdict: undefined,
  version: undefined,
  reviewId: undefined,
  isRequested: false,
  ...changes,
});
const approve = { verdict: "approve" } as const;
const object = { verdict: "request_changes" } as const;
const requested = { isRequested: true };

const run = (id: string, conclusion?: "success" | "failure" | "action_required") => ({
  id,
  status: conclusion ? ("completed" as const) : ("queued" as const),
  conclusion,
});
const passed = (count: number) => Array.from({ length: count }, (_, index) => run(`passed ${index}`, "success"));
const checks = (runs: ReturnType<typeof run>[], blockers: MergeBlocker[] = []) =>
  summarizeChecks(runs, runs.length, blockers);

it("shows a blocker with its subject", () => {
  expect(subjectOf(blocker("required_approvals"))).toBe("reviews");
  expect(subjectOf(blocker("required_checks"))).toBe("checks");
  expect(subjectOf(blocker("merge_conflict"))).toBe("base");
  expect(subjectOf(blocker("draft"))).toBeUndefined();
  expect(subjectOf({ ...blocker("rule_failure"), unresolvedThreads: { count: 2 } })).toBe("threads");
  expect(subjectOf(blocker("rule_failure"))).toBeUndefined();
});

it.each([
  { states: [], tone: "neutral", text: "No reviews yet" },
  { states: [reviewer("Ana", { verdict: "comment" })], tone: "neutral", text: "No approvals yet" },
  { states: [reviewer("Ana", approve), reviewer("Leo", approve)], tone: "success", text: "2 approvals" },
  { states: [reviewer("Ana", requested)], tone: "neutral", text: "Review requested from Ana" },
  {
    states: [reviewer("Ana", { ...object, ...requested }), reviewer("Leo", approve), reviewer("Mia", requested)],
    tone: "warning",
    text: "Changes requested by Ana · 1 approval · Review requested from Mia",
  },
  {
    states: [reviewer("grp_1", { kind: "group", ...requested }), reviewer("Ana", requested)],
    tone: "neutral",
    text: "Review requested from Ana and 1 group",
  },
  {
    states: [reviewer("backend", { id: "grp_1", kind: "group", ...requested }), reviewer("Ana", requested)],
    tone: "neutral",
    text: "Review requested from backend and Ana",
  },
  {
    states: ["A", "B", "C", "D", "E"].map((name) => reviewer(name, requested)),
    tone: "neutral",
    text: "Review requested from A, B, C, and 2 more",
  },
])("summarizes reviews: $text", ({ states, tone, text }) => {
  expect(summarizeReviews(states)).toMatchObject({ tone, text });
});

it("warns only about requested changes among the reviews", () => {
  expect(summarizeReviews([reviewer("Ana", requested), reviewer("Leo", approve)]).warning).toBeUndefined();
  const objecting = summarizeReviews([reviewer("Ana", object), reviewer("Leo", approve)]);
  expect(objecting.warning).toBe("Changes requested by Ana");
});

it.each([
  { runs: [], tone: "neutral", text: "No checks" },
  { runs: passed(1), tone: "success", text: "1 check passed" },
  { runs: [...passed(4), run("lint", "failure")], tone: "warning", text: "1 of 5 checks failed (optional)" },
  { runs: [run("lint"), run("unit")], tone: "pending", text: "2 checks pending (optional)" },
  {
    runs: [run("lint", "failure"), run("unit"), run("load", "action_required"), ...passed(2)],
    tone: "warning",
    text: "1 of 5 checks failed, 1 needs action, 1 pending (optional)",
  },
])("summarizes checks: $text", ({ runs, tone, text }) => {
  expect(checks(runs)).toMatchObject({ tone, text });
});

it("counts as optional only the checks that no blocker names", () => {
  const requires = (...ids: string[]): MergeBlocker => ({
    ...blocker("required_checks"),
    requiredChecks: {
      state: "failing",
      checks: ids.map((id) => ({
        name: id,
        owner: { app: { id: "app_ci" } },
        checkRun: { id, name: id, checkSuite: { id: "suite_1" } },
      })),
    },
  });
  const runs = [run("lint", "failure"), run("unit", "failure"), ...passed(1)];
  expect(checks(runs, [requires("lint")]).text).toBe("2 of 3 checks failed (1 optional)");
  expect(checks(runs, [requires("lint"), requires("unit")]).text).toBe("2 of 3 checks failed");
});

it("says what isn't loaded", () => {
  expect(summarizeChecks(passed(2), 250, [])).toMatchObject({ tone: "neutral", warning: "Not all checks are loaded" });
  expect(summarizeChecks([run("lint", "failure")], 250, []).text).toBe("1+ of 250 checks failed (optional)");
  expect(summarizeThreads(2, 100).text).toBe("2+ open threads");
  expect(summarizeThreads(0, 100)).toEqual({
    tone: "neutral",
    text: "No open threads in the first 100 comments",
    warning: "Not all comments are loaded",
  });
});

it("is silent about checks exactly if all of them are loaded and passed", () => {
  const known = ["success", "failure", "action_required", undefined] as const;
  const conclusion = fc.constantFrom(...known);
  fc.assert(
    fc.property(fc.array(conclusion, { minLength: 1, maxLength: 9 }), fc.nat(3), (conclusions, unloaded) => {
      const runs = conclusions.map((each, index) => run(String(index), each));
      const { warning } = summarizeChecks(runs, runs.length + unloaded, []);
      return (warning === undefined) === (unloaded === 0 && conclusions.every((each) => each === "success"));
    }),
  );
});

it("summarizes threads", () => {
  expect(summarizeThreads(0, undefined)).toEqual({ tone: "success", text: "No open threads" });
  expect(summarizeThreads(1, undefined)).toEqual({ tone: "warning", text: "1 open thread", warning: "1 open thread" });
});

it("reports a clean merge only if the service could try it", () => {
  const judged = (verdict: string, blockers: MergeBlocker[]) =>
    summarizeBase({
      pullRequest: reference,
      verdict,
      evaluatedPullRequests: [],
      headSha: "a",
      baseSha: "b",
      evaluatedAt: "",
      baseRef: "main",
      blockers: blockers.map((each) => ({ ...each, evaluatedPullRequests: [] })),
    }).text;
  expect(judged("mergeable", [])).toBe("No conflicts with main");
  expect(judged("blocked", [blocker("draft")])).toBe("No conflicts with main");
  expect(judged("blocked", [blocker("invalid_stack")])).toBe("Not checked for conflicts");
  expect(judged("from_the_future", [])).toBe("Not checked for conflicts");
});
