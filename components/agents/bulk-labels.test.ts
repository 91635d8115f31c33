import { expect, it } from "vitest";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { applicable, bulkResult, bulkTitle } from "./bulk-labels";

const base = { name: "A", env: { type: "cloud" }, createdAt: "", updatedAt: "", latestRunId: "run-1" };
const rows: AgentRow[] = [
  { ...base, id: "busy", status: "ACTIVE", run: { status: "RUNNING", updatedAt: "" } },
  { ...base, id: "idle", status: "IDLE", run: { status: "FINISHED", updatedAt: "" } },
  { ...base, id: "archived", status: "ARCHIVED", run: { status: "FINISHED", updatedAt: "" } },
];

it("offers follow-ups to all agents that aren't archived, busy ones included", () => {
  expect(applicable("followUp", rows).map(({ id }) => id)).toEqual(["busy", "idle"]);
});

it("says how many follow-ups were queued and how many failed", () => {
  const progress = { total: 3, done: ["a"], failed: [{ id: "b", message: "" }] };
  expect(bulkResult("followUp", progress)).toBe("1 follow-up queued. 1 failed. 1 skipped.");
  expect(bulkTitle("followUp", 2)).toBe("Queuing follow-ups for 2 agents");
});
