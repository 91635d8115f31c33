import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { statusText } from "./agent-status";
import { rowStatus } from "./row-status";

const createdAt = "2026-05-01T12:00:00Z";
const row: AgentRow = {
  id: "bc-1",
  name: "n",
  status: "ACTIVE",
  createdAt,
  updatedAt: createdAt,
  latestRunId: "run-1",
  env: { type: "pool", name: "gpu" },
  run: { status: "CREATING", updatedAt: createdAt, createdAt },
};
const text = (overrides: Partial<AgentRow>, pools?: Parameters<typeof rowStatus>[1]) =>
  statusText(rowStatus({ ...row, ...overrides }, pools, Date.parse(createdAt) + 60_000));
const pool = (connectedWorkerCount: number, inUseWorkerCount = 0) => [
  { poolName: "gpu", connectedWorkerCount, inUseWorkerCount },
];

it("names what a queued agent is waiting for", () => {
  expect(text({}, pool(0))).toBe("Queued · no worker in gpu");
  expect(text({}, pool(2, 2))).toBe("Queued · all workers in gpu busy");
  expect(text({}, [])).toBe("Queued · no pool named gpu");
  expect(text({})).toBe("Queued · waiting for gpu");
  expect(text({ env: { type: "machine", name: "laptop" } }, [])).toBe("Queued · waiting for laptop");
});

it("mentions the pull request of a finished run", () => {
  const run = { status: "FINISHED", updatedAt: createdAt, failedSteps: 1 };
  expect(text({ run, repos: [], branches: [] })).toBe("Finished · 1 failed step");
  const branches = [{ repoUrl: "h/o/r", branch: "b", prUrl: "https://h/o/r/pull/1" }];
  expect(text({ run, repos: [], branches })).toBe("Finished · pull request · 1 failed step");
});
