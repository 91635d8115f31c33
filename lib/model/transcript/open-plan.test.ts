import { describe, expect, it } from "vitest";
import { endsWithPlan, planText } from "./open-plan";
import { reduceAll } from "./reduce";
import { emptyTranscript, type Frame } from "./state";

const call = (callId: string, type: string, args: unknown): Frame => {
  const toolCall = { type, args, result: { status: "success", value: {} } };
  return { event: "interaction_update", data: { type: "tool-call-completed", callId, modelCallId: callId, toolCall } };
};
const plan = call("p", "createPlan", { plan: "1. Write it" });
const result = (status: string, branches: unknown[] = []): Frame => ({
  event: "result",
  data: { runId: "r", status, git: { branches } },
});
const ends = (...frames: Frame[]) => endsWithPlan(reduceAll(emptyTranscript, frames));

describe("a run", () => {
  it("ends with a plan until the plan is run", () => {
    expect(ends(plan, result("FINISHED"))).toBe(true);
    expect(ends(plan, call("r", "read", { path: "a" }), result("FINISHED"))).toBe(true);
    expect(ends(plan, call("w", "write", { path: "a" }), result("FINISHED"))).toBe(false);
    expect(ends(result("FINISHED"))).toBe(false);
    const turn = { event: "interaction_update", data: { type: "turn-ended", mode: "plan" } };
    expect(ends(turn, result("FINISHED"))).toBe(true);
    expect(ends(plan, result("CANCELLED"))).toBe(false);
    expect(endsWithPlan(undefined)).toBe(false);
  });
});

it("has the text of the last plan, or else of the last message", () => {
  const text = (...frames: Frame[]) => planText(reduceAll(emptyTranscript, frames));
  const say = (message: string): Frame => ({ event: "assistant", data: { text: message } });
  expect(text(say("First do this."), result("FINISHED"))).toBe("First do this.");
  expect(text(call("o", "createPlan", { plan: "1. Read" }), plan, say("Is that all right?"))).toBe("1. Write it");
  expect(text(result("FINISHED"))).toBe(undefined);
});
