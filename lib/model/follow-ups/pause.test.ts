import fc from "fast-check";
import { expect, it } from "vitest";
import { followUpStates } from "@/lib/contract/dashboard/follow-up";
import { roles } from "@/lib/contract/operation";
import { findPauseReason, type QueueFacts } from "./pause";

const agent = { status: "IDLE", latestRunId: "run-1", runStatus: "FINISHED" };
const facts: QueueFacts = {
  head: { state: "waiting", force: false },
  author: { disabled: false, role: "operator" },
  agent,
  resumedRunId: undefined,
};

it.each<[string, Partial<QueueFacts>, string | undefined]>([
  ["continues after a finished run", {}, undefined],
  ["continues while the agent isn't indexed", { agent: undefined }, undefined],
  ["stops after a failed run", { agent: { ...agent, runStatus: "ERROR" } }, "run_failed"],
  [
    "stops after a run with another error",
    { agent: { ...agent, runStatus: "ERROR", errorCode: "agent_crashed" } },
    "run_failed",
  ],
  ...["service_restarted", "service_stopped", "worker_lost", "worker_restarted", "worker_stopped"].map(
    (errorCode): [string, Partial<QueueFacts>, undefined] => [
      `continues after ${errorCode}`,
      { agent: { ...agent, runStatus: "ERROR", errorCode } },
      undefined,
    ],
  ),
  ["stops after a canceled run", { agent: { ...agent, runStatus: "CANCELLED" } }, "run_canceled"],
  ["stops after an expired run", { agent: { ...agent, runStatus: "EXPIRED" } }, "run_expired"],
  ["continues once resumed", { agent: { ...agent, runStatus: "ERROR" }, resumedRunId: "run-1" }, undefined],
  [
    "stops again after the next failure",
    { agent: { ...agent, runStatus: "ERROR" }, resumedRunId: "run-0" },
    "run_failed",
  ],
  ["stops for an archived agent", { agent: { ...agent, status: "ARCHIVED" }, resumedRunId: "run-1" }, "archived"],
  ["stops at a refused message", { head: { state: "refused", force: true } }, "refused"],
])("%s", (_title, change, expected) => {
  expect(findPauseReason({ ...facts, ...change })).toBe(expected);
});

it("never continues for an author who isn't allowed to send", () => {
  const author = fc.constantFrom<QueueFacts["author"]>(...roles.map((role) => ({ disabled: true, role })), {
    disabled: false,
    role: "viewer",
  });
  const head = fc.record({
    state: fc.constantFrom(...followUpStates.filter((state) => state !== "sending")),
    force: fc.boolean(),
  });
  fc.assert(
    fc.property(author, head, fc.boolean(), (who, first, resumed) => {
      const resumedRunId = resumed ? "run-1" : undefined;
      expect(findPauseReason({ ...facts, author: who, head: first, resumedRunId })).not.toBe(undefined);
    }),
  );
});
