import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { runEndStatus, runEndTitle } from "./run-end";

const createdAt = "2026-05-01T12:00:00Z";
const row: AgentRow = {
  id: "bc-1",
  name: "n",
  status: "IDLE",
  createdAt,
  updatedAt: createdAt,
  latestRunId: "run-1",
  env: { type: "cloud" },
  run: { status: "FINISHED", updatedAt: createdAt, createdAt },
};
const branches = [{ repoUrl: "h/o/r", branch: "b", prUrl: "https://h/o/r/pull/1" }];
const finished = { id: "run-1", status: "FINISHED" };
const title = (overrides: Partial<AgentRow> | undefined, run = finished) =>
  runEndTitle(runEndStatus(run, overrides && { ...row, ...overrides }));

it("is what lists show for the agent once they are about this run", () => {
  expect(title({ run: { ...finished, updatedAt: createdAt, plan: true } })).toBe("Plan ready");
  const pull = { url: "https://h/o/r/pull/1", state: "open", draft: false, additions: 1, deletions: 0 } as const;
  expect(title({ repos: [], branches, pulls: [{ ...pull, checks: "failed" }] })).toBe("Checks failed");
  expect(title({ run: { status: "FINISHED", updatedAt: createdAt, failedSteps: 2 } })).toBe(
    "Run finished · 2 failed steps",
  );
});

it.each([
  ["no row", undefined],
  ["the run before", { latestRunId: "run-0", run: { status: "ERROR", updatedAt: createdAt } }],
  ["the run while it was active", { run: { status: "RUNNING", updatedAt: createdAt } }],
  ["an archived agent", { status: "ARCHIVED" }],
])("is how the run ended if the list has %s", (_, overrides) => {
  expect(title(overrides)).toBe("Run finished");
  expect(title(overrides, { id: "run-1", status: "CANCELLED" })).toBe("Run canceled");
});
