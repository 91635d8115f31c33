import { describe, expect, it } from "vitest";
import type { ViewerAccess } from "@/lib/contract/agents/agent";
import { type AgentStatus, agentStatus, type RunFacts } from "./agent-status";
import { allowedAction } from "./allowed-action";

const statusOf = (run: Partial<RunFacts>, wait?: { short: string; blocked: boolean }): AgentStatus =>
  agentStatus({ status: "ACTIVE", env: { type: "pool", name: "gpu" }, run: { status: "FINISHED", ...run }, wait });

describe("what a user can do next about an agent", () => {
  it.each<[string, AgentStatus, string | undefined, string | undefined]>([
    ["a question", statusOf({ status: "RUNNING", asks: true }), "answer", undefined],
    ["a failed run", statusOf({ status: "ERROR" }), "retry", undefined],
    ["an expired run", statusOf({ status: "EXPIRED" }), "retry", undefined],
    ["a plan", statusOf({ plan: true }), "approve", undefined],
    [
      "a blocked wait",
      statusOf({ status: "CREATING" }, { short: "no worker", blocked: true }),
      "addWorker",
      "addWorker",
    ],
    ["a wait for its turn", statusOf({ status: "CREATING" }, { short: "busy", blocked: false }), undefined, undefined],
    ["a running run", statusOf({ status: "RUNNING" }), undefined, undefined],
    ["a finished run", statusOf({}), undefined, undefined],
  ])("with %s depends on their access", (_, status, own, others) => {
    expect(allowedAction(status, "own")).toBe(own);
    for (const access of ["manage", "read"] satisfies ViewerAccess[])
      expect(allowedAction(status, access)).toBe(others);
  });
});
