import { expect, it } from "vitest";
import { agentStatus, needsUser, type PullStatusFacts, type StatusFacts, statusText } from "./agent-status";

const now = Date.parse("2026-05-01T12:02:14Z");
const createdAt = "2026-05-01T12:00:00Z";
const cloud: StatusFacts = { status: "IDLE", env: { type: "cloud" } };
const pool: StatusFacts = { status: "ACTIVE", env: { type: "pool", name: "gpu" } };
const noWorker = { short: "no worker in gpu", blocked: true };
const busy = { short: "all workers in gpu busy", blocked: false };
const open = (more: Partial<PullStatusFacts> = {}): PullStatusFacts => ({ state: "open", draft: false, ...more });
const approved = open({ review: "approved", mergeability: "mergeable", checks: "passed" });
const merged: PullStatusFacts = { state: "merged", draft: false };
const run = (status: string, more: object = {}) => ({ status, createdAt, ...more });

it.each<[string, StatusFacts]>([
  ["Queued · no worker in gpu", { ...pool, run: run("CREATING"), wait: noWorker }],
  ["Queued · all workers in gpu busy", { ...pool, run: run("CREATING"), wait: busy }],
  ["Queued · waiting for gpu", { ...pool, run: run("CREATING") }],
  ["Queued · waiting for a worker", { ...pool, env: { type: "machine" }, run: run("CREATING") }],
  ["Starting 2:14", { ...cloud, run: run("CREATING") }],
  ["Running 2:14", { ...pool, run: run("RUNNING", { failedSteps: 3 }) }],
  ["Running 2:14 · worker offline", { ...pool, run: run("RUNNING", { offlineWorker: { id: "w1" } }) }],
  ["Needs input", { ...cloud, run: run("RUNNING", { asks: true }) }],
  ["Finished", { ...cloud, run: run("FINISHED", { failedSteps: 0 }) }],
  ["Finished · 1 failed step", { ...cloud, run: run("FINISHED", { failedSteps: 1 }) }],
  ["Plan ready", { ...cloud, run: run("FINISHED", { plan: true }), pulls: [open()] }],
  ["Needs review", { ...cloud, run: run("FINISHED", { plan: false }), pulls: [open()] }],
  ["Needs review · checks running", { ...cloud, run: run("FINISHED"), pulls: [open({ checks: "pending" })] }],
  ["Needs review · checks need action", { ...cloud, run: run("FINISHED"), pulls: [open({ checks: "attention" })] }],
  ["Checks failed", { ...cloud, run: run("FINISHED"), pulls: [open({ checks: "failed", review: "approved" })] }],
  ["Changes requested", { ...cloud, run: run("FINISHED"), pulls: [open({ review: "changes_requested" })] }],
  ["Merge conflict", { ...cloud, run: run("FINISHED"), pulls: [open({ mergeability: "conflict" })] }],
  ["Needs review", { ...cloud, run: run("FINISHED"), pulls: [open({ mergeability: "mergeable" })] }],
  ["Needs review", { ...cloud, run: run("FINISHED"), pulls: [open({ review: "approved", mergeability: "blocked" })] }],
  ["Ready to merge", { ...cloud, run: run("FINISHED"), pulls: [approved] }],
  ["Draft PR", { ...cloud, run: run("FINISHED"), pulls: [open({ draft: true, checks: "failed" })] }],
  ["Checks failed", { ...cloud, run: run("FINISHED"), pulls: [merged, approved, open({ checks: "failed" })] }],
  [
    "Finished · pull request · 2 failed steps",
    { ...cloud, run: run("FINISHED", { failedSteps: 2 }), pulls: "unknown" },
  ],
  ["Merged", { ...cloud, run: run("FINISHED"), pulls: [{ ...merged, state: "closed" }, merged] }],
  ["PR closed", { ...cloud, run: run("FINISHED"), pulls: [{ ...merged, state: "closed" }] }],
  ["Failed: install", { ...cloud, run: run("ERROR", { errorCode: "environment_install_failed" }), pulls: [open()] }],
  ["Failed: install", { ...cloud, run: run("ERROR", { errorCode: "environment_install_failed", failedSteps: 1 }) }],
  [
    "Failed: start command · 2 failed steps",
    { ...cloud, run: run("ERROR", { errorCode: "environment_start_failed", failedSteps: 3 }) },
  ],
  ["Failed: time limit · 1 failed step", { ...cloud, run: run("ERROR", { errorCode: "time_limit", failedSteps: 1 }) }],
  ["Failed", { ...cloud, run: run("ERROR", { errorCode: "of_a_newer_service" }) }],
  ["Canceled", { ...cloud, run: run("CANCELLED") }],
  ["Expired · no worker picked it up", { ...pool, run: run("EXPIRED") }],
  ["Archived", { ...cloud, status: "ARCHIVED", run: run("ERROR") }],
  ["PAUSED", { ...cloud, run: run("PAUSED") }],
  ["Idle", cloud],
])("says %j", (text, facts) => {
  expect(statusText(agentStatus(facts), now)).toBe(text);
});

it("knows which agents wait for a user", () => {
  const statuses = [
    agentStatus({ ...cloud, run: run("RUNNING", { asks: true }) }),
    agentStatus({ ...pool, run: run("CREATING"), wait: noWorker }),
    agentStatus({ ...cloud, run: run("ERROR") }),
    agentStatus({ ...cloud, run: run("FINISHED"), pulls: [open()] }),
    agentStatus({ ...cloud, run: run("FINISHED", { plan: true }) }),
    agentStatus({ ...cloud, run: run("FINISHED"), pulls: [open({ checks: "failed" })] }),
    agentStatus({ ...cloud, run: run("FINISHED"), pulls: [open({ review: "changes_requested" })] }),
    agentStatus({ ...cloud, run: run("FINISHED"), pulls: [approved] }),
    agentStatus({ ...cloud, run: run("CANCELLED") }),
    agentStatus({ ...cloud, run: run("RUNNING") }),
  ];
  expect(statuses.map(({ kind, next }) => [kind, next])).toEqual([
    ["input", "answer"],
    ["queued", "addWorker"],
    ["failed", "retry"],
    ["review", "review"],
    ["plan", "approve"],
    ["checks", "fix"],
    ["changes", "fix"],
    ["ready", "merge"],
    ["canceled", "retry"],
    ["running", undefined],
  ]);
  expect(statuses.map(needsUser)).toEqual([true, true, true, true, true, true, true, false, false, false]);
});
