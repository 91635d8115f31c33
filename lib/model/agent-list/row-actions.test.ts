import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { rowActions } from "./row-actions";

const at = "2026-05-01T12:00:00Z";
const agent = (status: string, run?: string, owner?: AgentRow["owner"]): AgentRow => ({
  id: "bc-1",
  name: "Agent",
  status,
  env: { type: "cloud" },
  createdAt: at,
  updatedAt: at,
  latestRunId: "run-1",
  ...(run ? { run: { status: run, updatedAt: at } } : {}),
  ...(owner ? { owner } : {}),
});
const operator = { canOperate: true, isAdmin: false };
const grace = { id: "2", name: "Grace", me: false };

it.each([
  ["RUNNING", ["cancel", "archive"]],
  ["CREATING", ["cancel", "archive"]],
  ["ERROR", ["retry", "archive"]],
  ["EXPIRED", ["retry", "archive"]],
  ["CANCELLED", ["retry", "archive"]],
  ["FINISHED", ["archive"]],
  [undefined, ["archive"]],
])("offers an operator for a run that is %s: %s", (run, expected) => {
  expect(rowActions(agent("IDLE", run), operator)).toEqual(expected);
});

it("offers only to restore an archived agent", () => {
  expect(rowActions(agent("ARCHIVED", "ERROR"), operator)).toEqual(["unarchive"]);
});

it("offers a retry only to the owner and admins", () => {
  const failed = agent("IDLE", "ERROR", grace);
  expect(rowActions(failed, operator)).toEqual(["archive"]);
  expect(rowActions(failed, { canOperate: true, isAdmin: true })).toEqual(["retry", "archive"]);
  expect(rowActions(agent("IDLE", "ERROR", { ...grace, me: true }), operator)).toEqual(["retry", "archive"]);
});

it("offers nothing to viewers", () => {
  expect(rowActions(agent("IDLE", "RUNNING"), { canOperate: false, isAdmin: false })).toEqual([]);
});
