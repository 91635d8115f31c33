import { describe, expect, it } from "vitest";
import type { Run } from "@/lib/contract/agents/run";
import { changedDocuments } from "@/lib/model/search/run-documents";
import { conversationItems } from "./conversation-items";
import { runMarkdown } from "./markdown-export";
import { reduceAll } from "./reduce";
import type { RowFilter } from "./row-filter";
import { findRows, placeOf, type RowPath } from "./row-path";
import { rowContains } from "./row-text";
import { emptyTranscript, type Frame } from "./state";

const update = (id: string, data: object): Frame => ({ id, event: "interaction_update", data });
const inTask = (id: string, callId: string, taskUpdate: object) =>
  update(id, { type: "tool-call-delta", callId, taskUpdate });
const shell = (callId: string, exitCode: number) => ({
  type: "tool-call-completed",
  callId,
  toolCall: {
    type: "shell",
    args: { command: callId },
    result: { status: "success", value: { exitCode, stdout: "" } },
  },
});
const task = (callId: string) => ({
  type: "tool-call-completed",
  callId,
  toolCall: { type: "task", args: { description: "Look around" }, result: { status: "success", value: {} } },
});

const frames = [
  inTask("1", "outer", { type: "text-delta", text: "I look for the parser." }),
  ...["ls", "cat a", "npm test", "pwd"].map((command, index) =>
    inTask(`${index + 2}`, "outer", shell(command, command === "npm test" ? 1 : 0)),
  ),
  inTask("6", "inner", { type: "text-delta", text: "Elsewhere" }),
  inTask("7", "outer", { type: "tool-call-delta", callId: "inner", taskUpdate: shell("grep needle", 0) }),
  update("8", task("outer")),
  update("9", task("calm")),
];
const transcript = reduceAll(emptyTranscript, frames);
const find = (text: string) => findRows(transcript.rows, (row) => rowContains(row, text));
const keys = (path: RowPath | undefined) => path?.map(({ key }) => key);

describe("find", () => {
  it("has one match for each row that contains the text, also in subagents", () => {
    expect(find("parser").map(keys)).toEqual([["r0", "r0"]]);
    expect(find("needle").map(keys)).toEqual([["r0", "r5", "r0"]]);
    expect(find("look").map(keys)).toEqual([["r0"], ["r0", "r0"], ["r2"]]);
  });

  it("has the keys of all that must open to show the row", () => {
    const [test] = find("npm test");
    const [needle] = find("needle");
    if (!test || !needle) throw new Error("not found");
    expect(placeOf("run", test)).toEqual({
      item: "run r0",
      row: "run r0 r3",
      around: ["run r0", "run r0 work r1"],
    });
    expect(placeOf("run", needle)).toEqual({
      item: "run r0",
      row: "run r0 r5 r0",
      around: ["run r0", "run r0 work r1", "run r0 r5"],
    });
  });
});

describe("a filter", () => {
  const run: Run = { id: "run", agentId: "bc-1", status: "RUNNING", createdAt: "", updatedAt: "" };
  const shown = (filter: RowFilter) =>
    conversationItems([run], new Map([["run", transcript]]), { isOpen: () => false, filter }).flatMap((item) =>
      item.kind === "row" ? [item.row.key] : [],
    );

  it("keeps a call with a step of a subagent that matches", () => {
    expect(shown("failed")).toEqual(["r0"]);
    expect(shown("commands")).toEqual(["r0"]);
    expect(shown("changes")).toEqual([]);
    expect(shown("messages")).toEqual([]);
    expect(shown("other")).toEqual(["r0", "r1", "r2"]);
  });

  it("keeps it visible in folded steps", () => {
    const steps = ["a", "b", "c"].map((callId, index) => update(`${index + 20}`, shell(callId, 0)));
    const rows = [...frames.slice(0, 5), ...steps];
    const items = conversationItems([run], new Map([["run", reduceAll(emptyTranscript, rows)]]), {
      isOpen: () => false,
    });
    expect(items.map((item) => (item.kind === "work" ? item.work.failed : item.kind))).toEqual([
      "start",
      1,
      "row",
      "end",
    ]);
  });
});

describe("the Markdown export", () => {
  it("quotes the steps of subagents, and has the number of those not kept", () => {
    const text = runMarkdown("Run 1", transcript);
    expect(text).toContain("> I look for the parser.");
    expect(text).toContain("> **Ran** `npm test` (failed)");
    expect(text).toContain("> > **Ran** `grep needle`");
    const many = Array.from({ length: 305 }, (_, index) => inTask(`m${index}`, "many", shell(`c${index}`, 0)));
    expect(runMarkdown("Run 1", reduceAll(emptyTranscript, many))).toContain("> _5 earlier steps not included._");
  });
});

describe("search documents", () => {
  it("are added for the rows of subagents that changed", () => {
    const texts = (documents: ReturnType<typeof changedDocuments>) =>
      documents.filter(({ key }) => key.includes(" r")).map(({ key, eventId, text }) => [key, eventId, text]);
    expect(texts(changedDocuments(emptyTranscript, transcript))).toContainEqual(["r0 r5 r0 call", "7", "grep needle"]);
    const next = reduceAll(transcript, [inTask("30", "outer", { type: "text-delta", text: "Done" })]);
    expect(texts(changedDocuments(transcript, next))).toEqual([["r0 r6", "30", "Done"]]);
  });
});
