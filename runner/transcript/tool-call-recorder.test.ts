import { expect, it } from "vitest";
import { systemIds } from "@/lib/core/ids";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import type { RunFrame } from "../run/run-spec";
import type { FrameWriter } from "./frame-writer";
import { ToolUpdate } from "./session-update";
import { ToolCallRecorder } from "./tool-call-recorder";

function startRecorder() {
  const frames: RunFrame[] = [];
  const writer: Pick<FrameWriter, "write" | "append"> = {
    write: (...written) => void frames.push(...written),
    append: () => undefined,
  };
  const recorder = new ToolCallRecorder({
    writer: writer as FrameWriter,
    clock: new FakeClock(),
    ids: systemIds,
    cwd: "/work",
    followTerminal: () => undefined,
  });
  const send = (toolCallId: string, more: object = {}) =>
    recorder.update(ToolUpdate.parse({ toolCallId, sessionUpdate: "tool_call", status: "pending", ...more }));
  /** Agent's ids of the calls that ended, in order. */
  const ended = () =>
    frames.flatMap(({ data }) => {
      const { type, modelCallId } = Object(data);
      return type === "tool-call-completed" ? [modelCallId] : [];
    });
  return { recorder, send, ended, frames };
}

const content = (bytes: number) => [{ type: "content", content: { type: "text", text: "x".repeat(bytes) } }];

it("closes the oldest call when too many are open", () => {
  const { send, ended, frames } = startRecorder();
  for (let index = 0; index < 1_002; index += 1) send(`m-${index}`);
  expect(ended()).toEqual(["m-0", "m-1"]);
  expect(JSON.stringify(frames)).toContain("too many calls at a time");
  // Later updates of it change nothing.
  send("m-0", { sessionUpdate: "tool_call_update", status: "completed", content: content(10) });
  expect(ended()).toHaveLength(2);
});

it("closes the oldest call when open ones are too large together", { tags: ["long"] }, () => {
  const { send, ended } = startRecorder();
  for (let index = 0; index < 5; index += 1) send(`m-${index}`, { content: content(20_000_000) });
  expect(ended()).toEqual(["m-0", "m-1"]);
});

it("doesn't count repeated output of a call twice", { tags: ["long"] }, () => {
  const { send, ended } = startRecorder();
  for (let index = 0; index < 100; index += 1) send("m-0", { content: content(1_000_000) });
  expect(ended()).toEqual([]);
});

it("keeps only the kind of an ended call", () => {
  const { recorder, send } = startRecorder();
  const more = { kind: "edit", title: "Write", rawInput: { path: "a", content: "y".repeat(100_000) } };
  const call = send("m-0", { ...more, status: "completed", content: content(100_000), rawOutput: "z".repeat(100_000) });
  expect(JSON.stringify(call).length).toBeLessThan(1_000);
  expect(recorder.kindOf("m-0")).toBe("edit");
});

it("keeps little of long ids and kinds", () => {
  const { recorder, send } = startRecorder();
  const id = "m".repeat(100_000);
  const call = send(id, { kind: "k".repeat(100_000), status: "completed" });
  expect(JSON.stringify(call).length).toBeLessThan(4_000);
  expect(recorder.kindOf(id)).toHaveLength(1_000);
});

it("ends open calls with the turn", () => {
  const { recorder, send, ended } = startRecorder();
  for (const id of ["a", "b"]) send(id);
  recorder.end();
  recorder.end();
  expect(ended()).toEqual(["a", "b"]);
});
