import { expect, it } from "vitest";
import { agentStatus, needsUser, type StatusFacts, statusText } from "./agent-status";

const now = Date.parse("2026-05-01T12:02:14Z");
const createdAt = "2026-05-01T12:00:00Z";
const cloud: StatusFacts = { status: "IDLE", env: { type: "cloud" } };
const pool: StatusFacts = { status: "ACTIVE", env: { type: "pool", name: "gpu" } };
const noWorker = { short: "no worker in gpu", blocked: true };
const busy = { short: "all workers in gpu busy", blocked: false };
const run = (status: string, more: object = {}) => ({ status, createdAt, ...more });

it.each<[string, StatusFacts]>([
  ["Queued · no worker in gpu", { ...pool, run: run("CREATING"), wait: noWorker }],
  ["Queued · all workers in gpu busy", { ...pool, run: run("CREATING"), wait: busy }],
  ["Queued · waiting for gpu", { ...pool, run: run("CREATING") }],
  ["Queued · waiting for a worker", { ...pool, env: { type: "machine" }, run: run("CREATING") }],
  ["Starting 2:14", { ...cloud, run: run("CREATING") }],
  ["Running 2:14", { ...pool, run: run("RUNNING", { failedSteps: 3 }) }],
  ["Needs input", { ...cloud, run: run("RUNNING", { asks: true }) }],
  ["Finished", { ...cloud, run: run("FINISHED", { failedSteps: 0 }) }],
  ["Finished · 1 failed step", { ...cloud, run: run("FINISHED", { failedSteps: 1 }) }],
  ["Needs review", { ...cloud, run: run("FINISHED"), pull: "open" }],
  ["Finished · pull request · 2 failed steps", { ...cloud, run: run("FINISHED", { failedSteps: 2 }), pull: "unknown" }],
  ["Merged", { ...cloud, run: run("FINISHED"), pull: "merged" }],
  ["PR closed", { ...cloud, run: run("FINISHED"), pull: "closed" }],
  ["Failed: install", { ...cloud, run: run("ERROR", { errorCode: "environment_install_failed" }), pull: "open" }],
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
    agentStatus({ ...cloud, run: run("FINISHED"), pull: "open" }),
    agentStatus({ ...cloud, run: run("RUNNING") }),
  ];
  expect(statuses.map(({ kind, next }) => [kind, next])).toEqual([
    ["input", "answer"],
    ["queued", "addWorker"],
    ["failed", "retry"],
    ["review", "review"],
    ["running", undefined],
  ]);
  expect(statuses.map(needsUser)).toEqual([true, true, true, true, false]);
});
