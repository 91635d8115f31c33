import { describe, expect, it } from "vitest";
import { ToolUpdate } from "./session-update";
import { describeToolCall, type ToolState } from "./tool-call";
import { toolResult } from "./tool-result";
import { mergeUpdate, newTrackedCall } from "./tracked-call";

const cwd = "/srv/repos/payments";

function stateOf(...updates: readonly Record<string, unknown>[]): ToolState {
  const call = newTrackedCall("call-1", "m-1", 0);
  for (const update of updates) mergeUpdate(call, ToolUpdate.parse({ toolCallId: "m-1", ...update }));
  call.state.failed = updates.at(-1)?.status === "failed";
  return call.state;
}

function shown(...updates: readonly Record<string, unknown>[]) {
  const state = stateOf(...updates);
  const call = describeToolCall(state, cwd);
  return { ...call, result: toolResult(call, state, cwd) };
}

const text = (value: string) => ({ type: "content", content: { type: "text", text: value } });

describe("tool calls of other agents", () => {
  it("shows a command with output and exit code", () => {
    const call = shown(
      { title: "npm test", kind: "execute", rawInput: { command: ["npm", "test"], workdir: cwd } },
      { status: "completed", rawOutput: { exit_code: 1, output: "1 failed\n" } },
    );
    expect(call).toMatchObject({ type: "shell", name: "run_terminal_cmd", args: { command: "npm test" } });
    expect(call.result).toEqual({
      status: "success",
      value: { exitCode: 1, signal: "", stdout: "1 failed\n", stderr: "", executionTime: 0 },
    });
  });

  it("uses the title as the command without input", () => {
    expect(shown({ title: "`ls -l`", kind: "execute", content: [text("a\n")] })).toMatchObject({
      args: { command: "`ls -l`" },
      result: { value: { stdout: "a\n" } },
    });
  });

  it("shows a read with its path relative to the working folder", () => {
    const call = shown({
      title: "Read",
      kind: "read",
      locations: [{ path: `${cwd}/a.ts` }],
      content: [text("x\ny\n")],
    });
    expect(call).toMatchObject({ type: "read", name: "read_file", args: { path: "a.ts" } });
    expect(call.result).toEqual({ status: "success", value: { content: "x\ny\n", totalLines: 2, fileSize: 4 } });
  });

  it("distinguishes new files from edits", () => {
    const diff = { type: "diff", path: `${cwd}/a.ts`, newText: "x\ny\n" };
    expect(shown({ kind: "edit", title: "Edit", content: [{ ...diff, oldText: null }] })).toMatchObject({
      type: "write",
      args: { path: "a.ts", fileText: "x\ny\n" },
      result: { value: { path: "a.ts", linesCreated: 2, fileSize: 4 } },
    });
    expect(shown({ kind: "edit", title: "Edit", content: [{ ...diff, oldText: "x\nz\n" }] })).toMatchObject({
      type: "edit",
      args: { path: "a.ts" },
      result: { value: { linesAdded: 1, linesRemoved: 1 } },
    });
  });

  it("distinguishes text search, file name search and listing", () => {
    expect(
      shown({ kind: "search", title: "grep", rawInput: { pattern: "x" }, content: [text("a.ts:3:let x")] }),
    ).toMatchObject({
      type: "grep",
      result: {
        value: {
          workspaceResults: {
            ".": {
              type: "content",
              output: { matches: [{ file: "a.ts", lineNumber: 3, line: "let x" }], totalMatches: 1 },
            },
          },
        },
      },
    });
    expect(
      shown({ kind: "search", title: "Glob", rawInput: { pattern: "*.ts" }, content: [text("a.ts\nb.ts")] }),
    ).toMatchObject({
      type: "glob",
      args: { globPattern: "*.ts" },
      result: { value: { files: ["a.ts", "b.ts"], totalFiles: 2, clientTruncated: false, ripgrepTruncated: false } },
    });
    expect(shown({ kind: "read", title: "ls", rawInput: { path: cwd } })).toMatchObject({
      type: "ls",
      args: { path: "." },
    });
  });

  it("shows other calls as MCP calls", () => {
    expect(shown({ kind: "fetch", title: "Fetch it", rawInput: { url: "u" }, content: [text("ok")] })).toEqual({
      type: "mcp",
      name: "mcp",
      args: { toolName: "Fetch it", args: { url: "u" } },
      result: { status: "success", value: { content: [{ text: { text: "ok" } }], isError: false } },
    });
  });

  it("shows a failed call as an error", () => {
    const failed = shown({
      kind: "read",
      title: "Read a",
      rawInput: { path: "a" },
      status: "failed",
      content: [text("gone")],
    });
    expect(failed.result).toEqual({ status: "error", error: { message: "gone" } });
  });

  it("accepts input of any shape", () => {
    for (const rawInput of [null, 7, "x", [], { command: { a: 1 }, path: 3 }]) {
      expect(shown({ kind: "execute", title: "t", rawInput, rawOutput: rawInput }).type).toBe("shell");
    }
  });
});

describe("the output of a command", () => {
  it("is the new part if an agent sends the complete output each time", () => {
    const call = newTrackedCall("call-1", "m-1", 0);
    const update = (value: string) =>
      mergeUpdate(call, ToolUpdate.parse({ toolCallId: "m-1", kind: "execute", content: [text(value)] }));
    expect(update("a")).toEqual([{ stream: "stdout", text: "a" }]);
    expect(update("ab")).toEqual([{ stream: "stdout", text: "b" }]);
    expect(update("formatted: ab")).toEqual([]);
  });

  it("is bounded", () => {
    const call = newTrackedCall("call-1", "m-1", 0);
    const update = { toolCallId: "m-1", _meta: { stream: "stderr" }, content: [text("x".repeat(1_000_000))] };
    const lengths = [1, 2, 3].map(() => mergeUpdate(call, ToolUpdate.parse(update))[0]?.text.length);
    expect(lengths).toEqual([1_000_000, 48_576, 0]);
  });
});
