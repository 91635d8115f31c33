import { expect } from "vitest";
import { z } from "zod";
import type { Transcript } from "@/lib/model/transcript/state";
import { toolView } from "@/lib/model/transcript/tool-view";
import { PromptResponse, ToolUpdate } from "../transcript/session-update";

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
  result: PromptResponse.optional().catch(undefined),
});
export type Message = z.infer<typeof Message>;

export const parseMessage = (line: string): Message => Message.parse(JSON.parse(line));

const squeezed = (text: string) => text.replace(/\s+/g, "");

/** Expects that a transcript shows what the agent sent during the turn: its text, its thoughts and its calls. */
export function expectAgreement(messages: readonly Message[], { rows }: Pick<Transcript, "rows">): void {
  const updates = messages.flatMap(({ params }) => params?.update ?? []);
  const text = (kind: string) =>
    updates
      .filter(({ sessionUpdate, _meta }) => sessionUpdate === kind && !_meta?.claudeCode?.parentToolUseId)
      .map(({ content }) => z.looseObject({ text: z.string() }).parse(content).text)
      .join("");
  const rowTexts = (kind: "message" | "thinking") =>
    rows.flatMap((row) => (row.kind === kind ? [row.text] : [])).join("");
  expect(squeezed(rowTexts("message"))).toBe(squeezed(text("agent_message_chunk")));
  expect(squeezed(rowTexts("thinking"))).toBe(squeezed(text("agent_thought_chunk")));

  const ended = new Set<string>();
  // To-do lists come as calls, as plans, or both.
  const todos = new Set(updates.flatMap(({ toolCallId, title }) => (/todo/i.test(title ?? "") ? [toolCallId] : [])));
  for (const { toolCallId, status, _meta } of updates) {
    if (toolCallId === undefined || todos.has(toolCallId) || _meta?.claudeCode?.parentToolUseId !== undefined) continue;
    if (status === "completed" || status === "failed") ended.add(toolCallId);
  }
  // Blocked connections are also shown as calls.
  const calls = rows
    .filter((row) => row.kind === "tool")
    .filter((row) => row.typed?.type !== "updateTodos" && !toolView(row).title.startsWith("Blocked: "));
  expect(calls, calls.map((row) => toolView(row).title).join(", ")).toHaveLength(ended.size);
  expect(calls.filter(({ status }) => status === "running")).toEqual([]);
  expect(calls.map(toolView).filter(({ kind, title }) => kind === "other" && title === "")).toEqual([]);
  expect(rows.filter(({ kind }) => kind === "raw")).toEqual([]);
}
