import { expect, it } from "vitest";
import { recordedFacts } from "./recorded-facts";

const call = (callId: string, exitCode: number) => ({
  event: "tool_call",
  data: JSON.stringify({
    callId,
    name: "run_terminal_cmd",
    status: "completed",
    args: { command: "npm test" },
    result: { success: { exitCode, stdout: "", stderr: "" } },
  }),
});

it("counts commands that exit with another code than 0, each once", () => {
  const mirror = {
    event: "interaction_update",
    data: JSON.stringify({
      type: "tool-call-completed",
      callId: "b",
      toolCall: {
        type: "shell",
        args: { command: "npm test" },
        result: { status: "success", value: { exitCode: 134 } },
      },
    }),
  };
  expect(recordedFacts([call("a", 0), call("b", 134), mirror, call("c", 2)]).failedSteps).toBe(2);
  expect(recordedFacts([{ event: "tool_call", data: "{" }]).failedSteps).toBe(0);
});

it("recognizes a run that ended with a plan", () => {
  const turn = { event: "interaction_update", data: JSON.stringify({ type: "turn-ended", mode: "plan" }) };
  const result = { event: "result", data: JSON.stringify({ runId: "r", status: "FINISHED", git: { branches: [] } }) };
  expect(recordedFacts([turn, result])).toEqual({ failedSteps: 0, plan: true });
  expect(recordedFacts([result]).plan).toBe(false);
});
