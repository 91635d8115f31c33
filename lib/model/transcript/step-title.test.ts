import { expect, it } from "vitest";
import { stepTitle } from "./step-title";

it.each([
  [{ callId: "1", name: "shell", status: "running", args: { command: "npm test\n--watch" } }, "npm test"],
  [{ data: { callId: "1", name: "read", status: "completed", args: { path: "a.ts" } } }, "a.ts"],
  [{ callId: "1", name: "shell", status: "completed", truncated: { args: true } }, undefined],
  [{ name: "shell" }, undefined],
  ["text", undefined],
])("names the step of %j", (data, expected) => {
  expect(stepTitle(data)).toBe(expected);
});
