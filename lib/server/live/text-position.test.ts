import { expect, it } from "vitest";
import { textPosition } from "./text-position";

const position = (data: string) => textPosition({ id: "1", event: "interaction_update", data });
const positionOf = (data: object) => position(JSON.stringify(data));
const inTask = (callId: string, taskUpdate: object) => ({ type: "tool-call-delta", callId, taskUpdate });
const say = { type: "text-delta", text: "Hi" };

it("separates the texts of subagents, their thoughts and the output of their commands", () => {
  const output = { type: "shell-output-delta", callId: "c", event: { case: "stdout", value: { data: "Hi" } } };
  const positions = [
    say,
    inTask("a", say),
    inTask("b", say),
    inTask("a", { type: "thinking-delta", text: "Hi" }),
    inTask("a", inTask("b", say)),
    inTask("a", output),
  ].map(positionOf);
  expect(positions.map((position) => position?.path)).toEqual([
    "text",
    "taskUpdate.text",
    "taskUpdate.text",
    "taskUpdate.text",
    "taskUpdate.taskUpdate.text",
    "taskUpdate.event.value.data",
  ]);
  expect(positions.map((position) => position?.text)).toEqual(Array(6).fill("Hi"));
  expect(new Set(positions.map((position) => position?.channel)).size).toBe(6);
});

it("finds no part of a text in other updates", () => {
  expect(positionOf(inTask("a", { type: "tool-call-started", callId: "c", text: "Hi" }))).toBeUndefined();
  expect(positionOf({ type: "tool-call-delta", callId: "a" })).toBeUndefined();
});

it("survives updates wrapped 5,000 times", () => {
  const wrapper = '{"type":"tool-call-delta","callId":"a","taskUpdate":';
  const deep = `${wrapper.repeat(5_000)}${JSON.stringify(say)}${"}".repeat(5_000)}`;
  expect(position(deep)?.text).toBe("Hi");
});
