import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { conversationItems } from "./conversation-items";
import { rowMarkdown, runMarkdown } from "./markdown-export";
import { reduceAll } from "./reduce";
import type { RowFilter } from "./row-filter";
import { rowContains, rowText } from "./row-text";
import { emptyTranscript, type Frame, type Row } from "./state";
import { waterfall } from "./waterfall";
import { groupWork } from "./work";

const run: Run = { id: "run-1", agentId: "bc-1", status: "RUNNING", createdAt: "", updatedAt: "" };
const message = (id: string, text: string): Frame => ({ id, event: "assistant", data: { text } });
const shell = (id: string, command: string, exitCode: number, executionTime: number): Frame => ({
  id,
  event: "interaction_update",
  data: {
    type: "tool-call-completed",
    callId: id,
    toolCall: {
      type: "shell",
      args: { command },
      result: {
        status: "success",
        value: { exitCode, signal: "", stdout: `out of ${command}`, stderr: "", executionTime },
      },
    },
  },
});

const work = [
  shell("2", "ls", 0, 40),
  shell("3", "npm test", 1, 900),
  shell("4", "cat a", 0, 10),
  shell("5", "pwd", 0, 5),
];
const transcript = reduceAll(emptyTranscript, [message("1", "Let me look."), ...work, message("9", "Found it.")]);
const kinds = (isOpen: (key: string, settled: boolean) => boolean, filter: RowFilter = "all") =>
  conversationItems([run], new Map([["run-1", transcript]]), { isOpen, filter }).map(({ kind }) => kind);

describe("consecutive work", () => {
  it("is grouped, with its calls, failures and duration", () => {
    expect(groupWork(transcript.rows)[1]).toMatchObject({ calls: 4, failed: 1, durationMs: 955 });
  });

  it("shows only what failed while collapsed", () => {
    const items = conversationItems([run], new Map([["run-1", transcript]]), { isOpen: () => false });
    const shown = items.map((item) => (item.kind === "row" ? rowText(item.row) : item.kind));
    expect(shown).toEqual(["start", "Let me look.", "work", expect.stringContaining("npm test"), "Found it.", "end"]);
    expect(kinds(() => true)).toEqual(["start", "row", "work", "row", "row", "row", "row", "row", "end"]);
  });

  it("is settled after more text, or when the run has ended", () => {
    const settledCalls: boolean[] = [];
    const growing = reduceAll(emptyTranscript, work);
    const build = (status: string) =>
      conversationItems([{ ...run, status }], new Map([["run-1", growing]]), {
        isOpen: (_key, settled) => settledCalls.push(settled) > 0,
      });
    build("RUNNING");
    build("FINISHED");
    kinds((_key, settled) => settledCalls.push(settled) > 0);
    expect(settledCalls).toEqual([false, true, true]);
  });

  it("keeps all rows in order", () => {
    const kind = fc.constantFrom<Row["kind"]>("message", "tool", "thinking", "raw", "prompt");
    fc.assert(
      fc.property(fc.array(kind), (drawn) => {
        const rows = drawn.map((each, index): Row => {
          const key = `r${index}`;
          if (each === "tool") return { ...toolRow, key };
          if (each === "raw") return { kind: "raw", key, event: "x", data: 1 };
          if (each === "prompt") return { kind: "prompt", key, text: "x", images: 0 };
          return each === "thinking" ? { kind: "thinking", key, text: "x" } : { kind: "message", key, text: "x" };
        });
        expect(groupWork(rows).flatMap((part) => ("kind" in part ? [part] : part.rows))).toEqual(rows);
      }),
    );
  });
});

const toolRow: Extract<Row, { kind: "tool" }> = {
  kind: "tool",
  key: "r0",
  callId: "c",
  name: "x",
  status: "completed",
  args: undefined,
  result: undefined,
  omitted: { args: false, result: false },
  output: [],
};

describe("failed only", () => {
  it("shows failed calls and commands", () => {
    expect(kinds(() => true, "failed")).toEqual(["start", "row", "end"]);
  });
});

describe("find", () => {
  it("searches card contents case-insensitively, ignoring colors", () => {
    const [, ls, test] = transcript.rows;
    expect(ls && rowContains(ls, "out of ls")).toBe(true);
    expect(test && rowContains(test, "npm TEST".toLowerCase())).toBe(true);
    expect(
      rowText({
        ...toolRow,
        name: "bash",
        args: { command: "x" },
        output: [{ stream: "stdout", text: "\u001b[2Jhi" }],
      }),
    ).toContain("hi");
  });
});

describe("the waterfall", () => {
  it("places calls by the reported times and marks the slowest", () => {
    const { calls, totalMs } = waterfall(transcript);
    expect(calls.map(({ startMs, slowest }) => [startMs, slowest])).toEqual([
      [0, false],
      [40, true],
      [940, false],
      [950, false],
    ]);
    expect(totalMs).toBe(955);
  });

  it("places calls that ran at the same time in parallel", () => {
    const start = (id: string, callId: string): Frame => ({
      id,
      event: "interaction_update",
      data: { type: "tool-call-started", callId, toolCall: { type: "shell", args: { command: callId } } },
    });
    const { calls, totalMs } = waterfall(
      reduceAll(emptyTranscript, [
        start("s1", "2"),
        start("s2", "3"),
        ...work.slice(0, 2),
        start("s3", "4"),
        ...work.slice(2, 3),
      ]),
    );
    expect(calls.map(({ startMs, durationMs }) => [startMs, durationMs])).toEqual([
      [0, 40],
      [0, 900],
      [900, 10],
    ]);
    expect(totalMs).toBe(910);
  });

  it("has no slowest call without reported times", () => {
    const { calls } = waterfall({ rows: [toolRow] });
    expect(calls).toMatchObject([{ durationMs: undefined, slowest: false }]);
  });
});

describe("the Markdown export of a run", () => {
  it("contains messages and tool calls", () => {
    const text = runMarkdown("Run 1", transcript);
    for (const part of ["Let me look.", "npm test", "out of ls", "(failed)", "Found it."]) expect(text).toContain(part);
  });

  it("uses a fence that the output can't close", () => {
    const row: Row = {
      ...toolRow,
      name: "bash",
      args: { command: "x" },
      output: [{ stream: "stdout", text: "````\nend" }],
    };
    expect(rowMarkdown(row)).toContain("`````\n````\nend\n`````");
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (args, value) => {
        rowMarkdown({ ...toolRow, args, result: value });
        rowText({ ...toolRow, args, result: value });
        waterfall({ rows: [{ ...toolRow, args, result: value }] });
      }),
    );
  });
});

describe("a row", () => {
  it("has the id of its first event", () => {
    expect(transcript.rows.map(({ eventId }) => eventId)).toEqual(["1", "2", "3", "4", "5", "9"]);
  });
});
