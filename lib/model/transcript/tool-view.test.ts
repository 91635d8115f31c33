import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines } from "./diff-lines";
import { markdownBlocks } from "./markdown-blocks";
import type { ToolRow } from "./state";
import { terminalText } from "./terminal-text";
import { toolFailed, toolView } from "./tool-view";

const row = (overrides: Partial<ToolRow>): ToolRow => ({
  kind: "tool",
  key: "r0",
  callId: "c",
  name: "run_terminal_cmd",
  status: "completed",
  args: undefined,
  result: undefined,
  omitted: { args: false, result: false },
  output: [],
  ...overrides,
});

describe("the view of a tool call", () => {
  it("shows a shell command with its output, exit code and duration", () => {
    const value = { exitCode: 2, signal: "", stdout: "cut", stderr: "", executionTime: 40 };
    const view = toolView(
      row({
        typed: { type: "shell", args: { command: "npm test" }, result: { status: "success", value } },
        output: [{ stream: "stdout", text: "whole" }],
      }),
    );
    expect(view).toMatchObject({
      kind: "shell",
      title: "npm test",
      stdout: "whole",
      exit: { code: 2, durationMs: 40 },
    });
  });

  it("shows an MCP call as failed if its result is an error", () => {
    const call = (isError: boolean) =>
      row({ typed: { type: "mcp", args: {}, result: { status: "success", value: { content: [], isError } } } });
    expect(toolFailed(call(true))).toBe(true);
    expect(toolFailed(call(false))).toBe(false);
  });

  it("falls back to the simplified event without a typed one", () => {
    const result = { success: { content: "a\nb", totalLines: 2 } };
    expect(toolView(row({ name: "read_file", args: { path: "a.ts" }, result }))).toEqual({
      kind: "file",
      verb: "Read",
      title: "a.ts",
      content: "a\nb",
      lines: 2,
    });
  });

  it("shows an agent's plan as text or as a list", () => {
    const todos = [
      { content: "Read", status: "completed" },
      { content: "Write", status: "inProgress" },
    ];
    const result = { status: "success" as const, value: { todos, totalCount: 2 } };
    expect(toolView(row({ typed: { type: "updateTodos", args: { todos: [] }, result } }))).toEqual({
      kind: "plan",
      verb: "Planned",
      title: "Write",
      text: "",
      todos,
    });
    expect(toolView(row({ name: "create_plan", args: { plan: "1. Read" } }))).toMatchObject({ text: "1. Read" });
    expect(toolView(row({ name: "todo_write", args: { todos: "none" } })).kind).toBe("other");
  });

  it("lists matches, files and folders", () => {
    const grep = {
      workspaceResults: { "/w": { type: "content", output: { matches: [{ file: "a", lineNumber: 3, line: "x" }] } } },
    };
    expect(
      toolView(row({ typed: { type: "grep", args: { pattern: "x" }, result: { status: "success", value: grep } } })),
    ).toMatchObject({
      kind: "matches",
      matches: [{ file: "a", lineNumber: 3 }],
    });
    const root = {
      absPath: "/w",
      childrenDirs: [{ absPath: "/w/src", childrenDirs: [], childrenFiles: [{ name: "b" }] }],
      childrenFiles: [],
    };
    const ls = { directoryTreeRoot: root };
    expect(
      toolView(row({ typed: { type: "ls", args: { path: "." }, result: { status: "success", value: ls } } })),
    ).toMatchObject({
      files: ["src/", "  b"],
    });
  });

  it("never throws for any payload", () => {
    const type = fc.constantFrom("shell", "read", "write", "edit", "grep", "glob", "ls", "mcp", "x");
    fc.assert(
      fc.property(type, fc.jsonValue(), fc.jsonValue(), (name, args, value) => {
        toolView(row({ typed: { type: name, args, result: { status: "success", value } } }));
        toolView(row({ name, args, result: value }));
      }),
    );
  });
});

describe("a unified diff", () => {
  it("is numbered by its hunk headers, without file headers", () => {
    const lines = diffLines("--- a/x\n+++ b/x\n@@ -4,2 +4,2 @@\n same\n-old\n+new\n--- kept\n");
    expect(lines.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ["hunk", undefined, undefined],
      ["same", 4, 4],
      ["removed", 5, undefined],
      ["added", undefined, 5],
      ["removed", 6, undefined],
    ]);
  });
});

describe("terminal output", () => {
  it("keeps colors and removes other control sequences", () => {
    expect(terminalText("\u001b[31mred\u001b[0m\u001b[1A\u001b]0;title\u0007 end\u001b(B")).toBe(
      "\u001b[31mred\u001b[0m end",
    );
  });

  it("shows the last state of a progress bar", () => {
    expect(terminalText("10%\r50%\r100%\r\ndone\r\n")).toBe("100%\ndone\n");
  });
});

describe("splitting Markdown into blocks", () => {
  it("splits between paragraphs but not inside fences, lists or quotes", () => {
    expect(markdownBlocks("a\n\nb\n\n```ts\nx\n\ny\n```\n\n- one\n\n- two\n\nend")).toHaveLength(4);
  });

  it("keeps details together unless they are long or never end, and ignores their tags in code", () => {
    const details = (text: string) => `<details>\n\n${text}\n\n</details>`;
    expect(markdownBlocks(`${details(`a\n\n${details("b")}`)}\n\nend`)).toHaveLength(2);
    expect(markdownBlocks(`${details(`a\n\n${"b".repeat(9_000)}`)}\n\nend`).length).toBeGreaterThan(2);
    expect(markdownBlocks("<details>\n\na\n\nb\n\nend")).toHaveLength(4);
    expect(markdownBlocks("use `<details>` tags\n\na\n\nend")).toHaveLength(3);
    expect(markdownBlocks("<details>\n\na\n\n".repeat(50_000)).length).toBeGreaterThan(50_000);
  });

  it("keeps all text", () => {
    const piece = fc.constantFrom(
      "a",
      "\n",
      "\n\n",
      "```\n",
      "- x\n",
      "> q\n",
      "    code\n",
      "1. y\n",
      "<details>\n",
      "</details>\n",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        expect(markdownBlocks(text).join("\n").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
    );
  });
});
