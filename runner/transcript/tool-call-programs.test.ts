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

const claude = (toolName: string, more: Record<string, unknown> = {}) => ({
  _meta: { claudeCode: { toolName, ...more } },
});

describe("tool calls of OpenCode", () => {
  it("reads the exit code from metadata, and none for a stopped command", () => {
    const ran = (exit: number | null) =>
      shown(
        { title: "bash", kind: "execute", status: "pending", rawInput: { cwd } },
        { title: "make", kind: "execute", rawInput: { command: "make", description: "Build", cwd } },
        { title: "make", status: "completed", rawOutput: { output: "no rule\n", metadata: { exit } } },
      );
    expect(ran(2)).toMatchObject({
      args: { command: "make" },
      result: { status: "success", value: { exitCode: 2, stdout: "no rule\n" } },
    });
    expect(ran(0).result).toMatchObject({ value: { exitCode: 0 } });
    const stopped = ran(null).result;
    expect(stopped).toMatchObject({ value: { signal: "killed" } });
    expect(stopped).not.toHaveProperty("value.exitCode");
  });

  it("doesn't use the working folder as the command", () => {
    const call = newTrackedCall("call-1", "m-1", 0);
    mergeUpdate(call, ToolUpdate.parse({ toolCallId: "m-1", kind: "execute", rawInput: { cwd } }));
    expect(call.hasInput).toBe(false);
    mergeUpdate(call, ToolUpdate.parse({ toolCallId: "m-1", rawInput: { cwd, command: "ls" } }));
    expect(call.hasInput).toBe(true);
  });

  it("shows the diff of an edit without the workspace path", () => {
    const diff = `--- ${cwd}/a.ts\n+++ ${cwd}/a.ts\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n`;
    const path = `${cwd}/a.ts`;
    const call = shown(
      { title: "edit", kind: "edit", rawInput: { filePath: path, oldString: "b", newString: "c" } },
      {
        status: "completed",
        title: "a.ts",
        content: [{ type: "diff", path, oldText: "b", newText: "c" }],
        rawOutput: { metadata: { diff } },
      },
    );
    expect(call).toMatchObject({ type: "edit", args: { path: "a.ts" } });
    expect(call.result).toMatchObject({
      value: { linesAdded: 1, linesRemoved: 1, diffString: "@@ -1,2 +1,2 @@\n a\n-b\n+c\n" },
    });
  });

  it("reads matches grouped by file, and no names if there are none", () => {
    const matches = `Found 2 matches\n${cwd}/a.ts:\n  Line 1: let x: y\n  Line 9: x\n`;
    const grep = shown(
      { title: "grep", kind: "search", rawInput: { pattern: "x", include: "*.ts" } },
      { status: "completed", title: "x", content: [text(matches)], rawOutput: { metadata: { matches: 2 } } },
    );
    expect(grep).toMatchObject({ type: "grep", args: { pattern: "x", glob: "*.ts" } });
    expect(grep.result).toMatchObject({
      value: {
        workspaceResults: {
          ".": {
            output: {
              matches: [
                { file: "a.ts", lineNumber: 1, line: "let x: y" },
                { file: "a.ts", lineNumber: 9, line: "x" },
              ],
              totalMatches: 2,
            },
          },
        },
      },
    });
    const glob = (response: string, count: number) =>
      shown(
        { title: "glob", kind: "search", rawInput: { pattern: "*.md" } },
        { status: "completed", title: "srv", content: [text(response)], rawOutput: { metadata: { count } } },
      );
    expect(glob(`${cwd}/a.md\n\n(Results are truncated)`, 1)).toMatchObject({
      type: "glob",
      result: { value: { files: ["a.md"], totalFiles: 1 } },
    });
    expect(glob("No files found", 0).result).toMatchObject({ value: { files: [], totalFiles: 0 } });
  });

  it("shows its to-do list and keeps the names of other tools", () => {
    const todos = [{ content: "Write", status: "in_progress", priority: "high" }];
    const list = shown(
      { title: "todowrite", kind: "other", rawInput: { todos } },
      { status: "completed", title: "1 todos", content: [text("[]")] },
    );
    const expected = [{ content: "Write", status: "inProgress" }];
    expect(list).toEqual({
      type: "updateTodos",
      name: "todo_write",
      args: { todos: expected },
      result: { status: "success", value: { todos: expected, totalCount: 1 } },
    });
    const skill = shown(
      { title: "skill", kind: "other", rawInput: { name: "review" } },
      { status: "completed", title: "Loaded skill: review" },
    );
    expect(skill.args.toolName).toBe("skill");
  });
});

describe("tool calls of Claude Code", () => {
  const command = "echo out; exit 3";
  const announced = [
    { sessionUpdate: "tool_call", title: "Terminal", kind: "execute", status: "pending", rawInput: {}, content: [] },
    {
      title: command,
      kind: "execute",
      rawInput: { command, description: "Run it" },
      content: [text("Run it")],
      ...claude("Bash"),
    },
  ];

  it("shows the output of a command instead of its description, and the exit code in its text", () => {
    const failed = { status: "failed", rawOutput: "Exit code 3\nout", content: [text("```\nExit code 3\nout\n```")] };
    expect(shown(...announced, failed)).toMatchObject({
      type: "shell",
      args: { command },
      result: { status: "success", value: { exitCode: 3, stdout: "out", stderr: "" } },
    });
    const rejected = { status: "failed", rawOutput: "no", content: [text("```\nUser refused permission\n```")] };
    expect(shown(...announced, { ...rejected, rawOutput: undefined }).result).toEqual({
      status: "error",
      error: { message: "User refused permission" },
    });
  });

  it("reads the exit code from the output of its terminal", () => {
    const terminal = { terminal_output: { data: "Exit code 3\nout\noops", terminal_id: "t" } };
    const exited = { terminal_exit: { exit_code: 1, signal: null, terminal_id: "t" } };
    const content = [{ type: "terminal", terminalId: "t" }];
    const updates = [
      { content, _meta: terminal },
      { status: "failed", _meta: exited },
    ];
    expect(shown(...announced, ...updates).result).toMatchObject({
      status: "success",
      value: { exitCode: 3, stdout: "out\noops" },
    });
  });

  it("separates standard error and doesn't invent an exit code", () => {
    const response = claude("Bash", { toolResponse: { stdout: "fine", stderr: "warning", interrupted: false } });
    const call = shown(...announced, response, { status: "completed", rawOutput: "fine\nwarning" });
    expect(call.result).toEqual({
      status: "success",
      value: { signal: "", stdout: "fine", stderr: "warning", executionTime: 0 },
    });
  });

  it("removes the fence of output that comes as content only", () => {
    const call = shown(...announced, { status: "completed", content: [text("```console\nfine\n```")] });
    expect(call.result).toMatchObject({ value: { stdout: "fine" } });
  });

  it("shows a file without line numbers, and the diff of an edit", () => {
    const file = { filePath: "a.md", content: "# A\n", totalLines: 2 };
    const read = shown(
      { kind: "read", title: "Read a.md", rawInput: { file_path: "a.md" }, ...claude("Read") },
      claude("Read", { toolResponse: { type: "text", file } }),
      { status: "completed", rawOutput: "1\t# A\n", content: [text("```\n1\t# A\n```")] },
    );
    expect(read).toMatchObject({ type: "read", result: { value: { content: "# A\n", totalLines: 2 } } });
    const structuredPatch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-a", "+b"] }];
    const edit = shown(
      {
        kind: "edit",
        title: "Edit",
        rawInput: { file_path: "a.md" },
        content: [{ type: "diff", path: "a.md", oldText: "a", newText: "b" }],
      },
      claude("Edit", { toolResponse: { structuredPatch } }),
      { status: "completed" },
    );
    expect(edit.result).toMatchObject({ value: { diffString: "@@ -1,1 +1,1 @@\n-a\n+b\n" } });
  });

  it("shows its plan as a success, its subagents as tasks, and MCP tools with their server", () => {
    const plan = "1. Write it";
    expect(
      shown(
        {
          kind: "switch_mode",
          title: "Ready to code?",
          rawInput: { plan },
          content: [text(plan)],
          ...claude("ExitPlanMode"),
        },
        { status: "failed", rawOutput: "User rejected request to exit plan mode." },
      ),
    ).toEqual({ type: "createPlan", name: "create_plan", args: { plan }, result: { status: "success", value: {} } });
    const input = { description: "Look", prompt: "Look around", subagent_type: "general-purpose" };
    expect(
      shown({ kind: "think", title: "Look", rawInput: input }, { status: "completed", content: [text("Found it")] }),
    ).toMatchObject({
      type: "task",
      args: { description: "Look", prompt: "Look around", subagentType: { name: "general-purpose" } },
      result: { value: { isBackground: false, resultSuffix: "Found it" } },
    });
    expect(
      shown({ kind: "other", title: "mcp__docs__find", rawInput: { q: "x" }, ...claude("mcp__docs__find") }).args,
    ).toEqual({ providerIdentifier: "docs", toolName: "find", args: { q: "x" } });
    expect(
      shown(
        {
          kind: "fetch",
          title: "Fetch https://example.com",
          rawInput: { url: "u" },
          content: [text("x")],
          sessionUpdate: "tool_call",
          ...claude("WebFetch"),
        },
        { status: "completed", content: [text("page")] },
      ),
    ).toMatchObject({ args: { toolName: "WebFetch" }, result: { value: { content: [{ text: { text: "page" } }] } } });
  });
});

describe("tool calls of Codex", () => {
  it("shows the output and exit code of a terminal the agent runs itself", () => {
    const meta = (more: Record<string, unknown>) => ({ _meta: more });
    expect(
      shown(
        {
          sessionUpdate: "tool_call",
          kind: "execute",
          title: "make",
          rawInput: { command: "make", cwd },
          content: [{ type: "terminal", terminalId: "call_4" }],
        },
        meta({ terminal_output: { data: "no ", terminal_id: "call_4" } }),
        meta({ terminal_output_delta: { data: "rule\n", terminal_id: "call_4" } }),
        { status: "failed", ...meta({ terminal_exit: { exit_code: 2, signal: null, terminal_id: "call_4" } }) },
      ).result,
    ).toEqual({
      status: "success",
      value: { exitCode: 2, signal: "", stdout: "no rule\n", stderr: "", executionTime: 0 },
    });
  });
});

describe("tool calls of Gemini CLI", () => {
  const started = (toolCallId: string, title: string) => ({
    toolCallId,
    title,
    kind: "search",
    status: "in_progress",
    content: [],
  });

  it("finds name and pattern of a search without input", () => {
    expect(shown(started("grep_search__grep_search_1795403781423_2", "'refund'"))).toMatchObject({
      type: "grep",
      args: { pattern: "refund" },
    });
    expect(shown(started("glob__glob_1795403781472_3", "'**/*.ts'"))).toMatchObject({
      type: "glob",
      args: { globPattern: "**/*.ts" },
    });
    expect(shown(started("list_directory__list_directory_1795403781518_4", "."))).toMatchObject({ type: "ls" });
  });

  it("reports no output and no exit code of a command if there are none", () => {
    const description = text("[current working directory /srv] (Run it)");
    expect(
      shown(
        { sessionUpdate: "tool_call", kind: "execute", title: "make", status: "in_progress", content: [description] },
        { status: "completed", title: "make", content: [] },
      ).result,
    ).toEqual({ status: "success", value: { signal: "", stdout: "", stderr: "", executionTime: 0 } });
  });
});
