import { describe, expect, it } from "vitest";
import type { Frame } from "@/lib/model/transcript/state";
import { TranscriptPrinter } from "./transcript-printer";

function print(frames: readonly Frame[]) {
  const pieces: string[] = [];
  const printer = new TranscriptPrinter({ write: (text) => pieces.push(text), agentUrl: "http://d/agents/bc-1" });
  for (const frame of frames) printer.add(frame);
  return { pieces, printer, text: () => pieces.join("") };
}

const update = (id: string, data: object): Frame => ({ id, event: "interaction_update", data });
const message = (id: string, text: string): Frame[] => [
  { id, event: "assistant", data: { text } },
  update(id, { type: "text-delta", text }),
];
const call = (id: string, callId: string, command: string): Frame[] => [
  { id, event: "tool_call", data: { callId, name: "run_terminal_cmd", status: "running", args: { command } } },
  update(id, { type: "tool-call-started", callId, modelCallId: "m", toolCall: { type: "shell", args: { command } } }),
];
const callEnd = (id: string, callId: string, value: object): Frame[] => [
  {
    id,
    event: "tool_call",
    data: { callId, name: "run_terminal_cmd", status: "completed", truncated: { result: true } },
  },
  update(id, {
    type: "tool-call-completed",
    callId,
    modelCallId: "m",
    toolCall: { type: "shell", args: { command: "x" }, result: { status: "success", value } },
  }),
];
const result: Frame = { id: "9-0", event: "result", data: { runId: "run-1", status: "FINISHED", text: "All done." } };

describe("a printed transcript", () => {
  it("has whole lines as they arrive, then the rest of a message", () => {
    const printed = print([...message("1-0", "One line\nand a ha"), ...message("2-0", "lf")]);
    expect(printed.text()).toBe("One line\n");
    printed.printer.add({ id: "3-0", event: "thinking", data: { text: "hmm" } });
    printed.printer.add({ id: "4-0", event: "thinking", data: { text: "hmm" } });
    expect(printed.text()).toBe("One line\nand a half\n");
  });

  it("has a call when it starts, and its output once the full event arrives, even for parallel calls", () => {
    const printed = print([...call("1-0", "a", "ls"), ...call("2-0", "b", "false")]);
    expect(printed.text()).toBe("$ ls\n$ false\n");
    for (const frame of callEnd("3-0", "a", { exitCode: 0, stdout: "one\ntwo\n", stderr: "" }))
      printed.printer.add(frame);
    for (const frame of callEnd("4-0", "b", { exitCode: 1, stdout: "", stderr: "bad\n" })) printed.printer.add(frame);
    expect(printed.text()).toBe("$ ls\n$ false\n  one\n  two\n  bad\n  exit code 1\n");
  });

  it("has only the end of a long output", () => {
    const stdout = Array.from({ length: 100 }, (_, index) => `line ${index}\n`).join("");
    const { text } = print([...call("1-0", "a", "ls"), ...callEnd("2-0", "a", { exitCode: 0, stdout, stderr: "" })]);
    expect(text()).toContain("  … 60 more lines\n  line 60\n");
    expect(text()).not.toContain("line 59\n");
  });

  it("has every event once, even if a stream starts again", () => {
    const frames = [...message("1-0", "Hello.\n"), ...call("2-0", "a", "ls"), result];
    const { text, printer } = print([...frames, ...frames]);
    printer.finish();
    expect(text()).toBe("Hello.\n$ ls\n  stopped\nAll done.\n");
  });

  it("doesn't control the terminal", () => {
    const hostile = "\u001b]0;title\u0007\u001b[2Jclear\u001b[31m red\u009b1A\r\n";
    const { text } = print([
      ...message("1-0", hostile),
      ...call("2-0", "a", `echo ${hostile}`),
      ...callEnd("3-0", "a", { exitCode: 0, stdout: hostile, stderr: hostile }),
    ]);
    expect(text()).toContain("clear red");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be printed
    expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});
