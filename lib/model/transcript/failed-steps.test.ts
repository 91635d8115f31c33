import { expect, it } from "vitest";
import { failedSteps } from "./failed-steps";

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
  expect(failedSteps([call("a", 0), call("b", 134), mirror, call("c", 2)])).toBe(2);
  expect(failedSteps([{ event: "tool_call", data: "{" }])).toBe(0);
});
