import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { systemIds } from "@/lib/core/ids";
import { FakeClock } from "@/lib/core/testing/fake-clock";
import { reduceAll } from "@/lib/model/transcript/reduce";
import { emptyTranscript, type ToolRow } from "@/lib/model/transcript/state";
import { toolView } from "@/lib/model/transcript/tool-view";
import { FrameMasker } from "./frame-masker";
import { FrameWriter } from "./frame-writer";
import type { RunFrame } from "./run-spec";
import { SessionRecorder } from "./session-recorder";
import { PromptResponse, parseSessionUpdate, ToolUpdate } from "./session-update";

/** What agents sent during a turn, one message of the protocol per line. */
const folder = join(import.meta.dirname, "testing", "recordings");
const cwd = "/workspace/repos/payments";

const Message = z.looseObject({
  method: z.string().optional(),
  params: z
    .looseObject({
      toolCall: ToolUpdate.optional(),
      update: z
        .looseObject({
          sessionUpdate: z.string(),
          toolCallId: z.string().optional(),
          title: z.string().nullish(),
          status: z.string().nullish(),
          content: z.unknown().optional(),
          _meta: z
            .looseObject({ claudeCode: z.looseObject({ parentToolUseId: z.string().optional() }).optional() })
            .nullish(),
        })
        .optional(),
    })
    .optional(),
  result: PromptResponse.optional(),
});

function messagesOf(name: string) {
  const lines = readFileSync(join(folder, name), "utf8").trim().split("\n");
  return lines.map((line) => Message.parse(JSON.parse(line)));
}

/** The transcript that a run of these messages shows. */
async function transcriptOf(messages: ReturnType<typeof messagesOf>) {
  const frames: RunFrame[] = [];
  const clock = new FakeClock();
  const masker = new FrameMasker({});
  const writer = new FrameWriter(async (batch) => void frames.push(...batch), clock, masker);
  const recorder = new SessionRecorder({
    writer,
    clock,
    ids: systemIds,
    cwd,
    mode: "agent",
    followTerminal: () => undefined,
  });
  for (const { params, result } of messages) {
    if (params?.toolCall) recorder.permission(params.toolCall, undefined);
    const update = parseSessionUpdate(params);
    if (update) recorder.update(update);
    if (result) recorder.end(result.usage ?? result._meta?.quota?.token_count ?? undefined);
  }
  await writer.close();
  return reduceAll(emptyTranscript, frames);
}

const shown = (row: ToolRow) => {
  const view = toolView(row);
  const output = view.kind === "shell" ? [`exit ${view.exit?.code}`, view.stdout] : [];
  return [row.typed?.type, row.status, view.title, ...output].join(" | ");
};

const names = readdirSync(folder);

describe.each(names)("the recording %s", (name) => {
  it("agrees with its transcript", async () => {
    const messages = messagesOf(name);
    const { rows, usage } = await transcriptOf(messages);
    const updates = messages.flatMap(({ params }) => params?.update ?? []);
    const text = (kind: string) =>
      updates
        .filter(({ sessionUpdate }) => sessionUpdate === kind)
        .map(({ content }) => z.looseObject({ text: z.string() }).parse(content).text)
        .join("");
    const rowTexts = (kind: "message" | "thinking") =>
      rows.flatMap((row) => (row.kind === kind ? [row.text] : [])).join("");
    const squeezed = (value: string) => value.replace(/\s+/g, "");
    expect(squeezed(rowTexts("message"))).toBe(squeezed(text("agent_message_chunk")));
    expect(squeezed(rowTexts("thinking"))).toBe(squeezed(text("agent_thought_chunk")));

    const ended = new Map<string, string>();
    // To-do lists come as calls, as plans, or both.
    const todos = new Set(updates.flatMap(({ toolCallId, title }) => (/todo/i.test(title ?? "") ? [toolCallId] : [])));
    for (const { toolCallId, status, _meta } of updates) {
      if (toolCallId === undefined || todos.has(toolCallId) || _meta?.claudeCode?.parentToolUseId !== undefined)
        continue;
      if (status === "completed" || status === "failed") ended.set(toolCallId, status);
    }
    const calls = rows.filter((row) => row.kind === "tool").filter(({ typed }) => typed?.type !== "updateTodos");
    expect(calls).toHaveLength(ended.size);
    expect(calls.filter(({ status }) => status === "running")).toEqual([]);
    expect(calls.map(toolView).filter(({ kind, title }) => kind === "other" && title === "")).toEqual([]);
    expect(usage?.inputTokens).toBeGreaterThan(0);
    expect(usage?.outputTokens).toBeGreaterThan(0);
    expect(rows.filter(({ kind }) => kind === "raw")).toEqual([]);
  });
});

it("shows each call with its type, its subject, and the output and exit code of commands", async () => {
  const calls = await Promise.all(
    names.map(async (name) => {
      const { rows } = await transcriptOf(messagesOf(name));
      return [name, rows.flatMap((row) => (row.kind === "tool" ? [shown(row)] : []))];
    }),
  );
  expect(Object.fromEntries(calls)).toEqual({
    "claude-agent-acp-0.49.ndjson": [
      "shell | completed | echo out; echo oops >&2; exit 3 | exit 3 | out\noops",
      "write | completed | notes.txt",
      "shell | completed | echo fine | exit 0 | fine",
      "read | completed | README.md",
      "grep | failed | refund",
      "glob | failed | **/*.ts",
      "updateTodos | completed | Write",
    ],
    "codex-acp-2.6.ndjson": [
      "shell | completed | echo out; echo oops >&2; exit 3 | exit 3 | oops\nout\n",
      "write | completed | notes.txt",
      "shell | completed | echo fine | exit 0 | fine\n",
    ],
    // It reports neither output nor exit codes.
    "gemini-cli-0.61.ndjson": [
      "shell | completed | echo out; echo oops >&2; exit 3 | exit undefined | ",
      "edit | completed | notes.txt",
      "shell | completed | echo fine | exit undefined | ",
      "read | completed | README.md",
      "grep | completed | refund",
      "glob | completed | **/*.ts",
      "ls | completed | .",
      "edit | completed | notes.txt",
    ],
    "opencode-1.18.ndjson": [
      "shell | completed | echo out; echo oops >&2; exit 3 | exit 3 | out\noops\n",
      "write | completed | notes.txt",
      "shell | completed | echo fine | exit 0 | fine\n",
      "read | completed | README.md",
      "grep | failed | refund",
      "glob | failed | **/*.ts",
      "edit | completed | notes.txt",
      "updateTodos | completed | Write",
    ],
  });
});
