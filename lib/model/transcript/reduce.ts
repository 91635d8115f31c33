import { isTerminal } from "@/lib/contract/agents/terminal";
import { eventKey } from "@/lib/model/live/protocol";
import { Draft } from "./draft";
import { applyUpdate } from "./interaction";
import { ErrorPayload, ResultPayload, StatusPayload, Text, ToolCallPayload } from "./payloads";
import type { Frame, ToolRow, Transcript } from "./state";

/** Adds a frame to the transcript of its run. Pure, and idempotent for frames that carry an id. */
export function reduce(transcript: Transcript, frame: Frame): Transcript {
  return reduceAll(transcript, [frame]);
}

/** Adds frames in order, with one copy of the rows instead of one per frame. */
export function reduceAll(transcript: Transcript, frames: readonly Frame[]): Transcript {
  const draft = new Draft(transcript);
  let changed = false;
  for (const frame of frames) {
    if (frame.event === "heartbeat") continue;
    const identity = frame.id === undefined ? undefined : eventKey(frame.id, frame.event);
    if (identity !== undefined && !draft.markSeen(identity)) continue;
    draft.eventId = frame.id;
    apply(draft, frame);
    changed = true;
  }
  return changed ? draft.finish() : transcript;
}

/** Applies an event. Returns `false` if its payload is invalid. */
const events: ReadonlyMap<string, (draft: Draft, data: unknown) => boolean> = new Map([
  ["status", applyStatus],
  ["assistant", (draft: Draft, data: unknown) => applyText(draft, "message", data)],
  ["thinking", (draft: Draft, data: unknown) => applyText(draft, "thinking", data)],
  ["tool_call", applyToolCall],
  ["result", applyResult],
  ["error", applyError],
  ["done", applyDone],
]);

function apply(draft: Draft, frame: Frame): void {
  if (frame.event === "interaction_update") applyUpdate(draft, frame);
  else if (!events.get(frame.event)?.(draft, frame.data)) {
    draft.append((key) => ({ kind: "raw", key, event: frame.event, data: frame.data }));
  }
}

const rank: ReadonlyMap<string, number> = new Map([
  ["CREATING", 0],
  ["RUNNING", 1],
]);
const rankOf = (status: string) => (isTerminal(status) ? 2 : (rank.get(status) ?? 1));

/** Each reconnect starts with the current status, but a status never reverts. */
function applyStatus(draft: Draft, data: unknown): boolean {
  const parsed = StatusPayload.safeParse(data);
  if (!parsed.success) return false;
  const { status } = draft.fields;
  if (status === undefined || (rankOf(status) < 2 && rankOf(parsed.data.status) >= rankOf(status))) {
    draft.fields.status = parsed.data.status;
  }
  return true;
}

function applyText(draft: Draft, kind: "message" | "thinking", data: unknown): boolean {
  const parsed = Text.safeParse(data);
  if (!parsed.success) return false;
  draft.addText(kind, parsed.data.text);
  return true;
}

function statusOf(row: ToolRow, reported: string): ToolRow["status"] {
  if (reported === "completed" || reported === "success") return row.status === "failed" ? "failed" : "completed";
  if (reported === "failed" || reported === "error") return "failed";
  return row.status;
}

function applyToolCall(draft: Draft, data: unknown): boolean {
  const parsed = ToolCallPayload.safeParse(data);
  if (!parsed.success) return false;
  const { callId, name, status, args, result, truncated } = parsed.data;
  const { index, row } = draft.call(callId, name);
  draft.replace(index, {
    ...row,
    name,
    status: statusOf(row, status),
    args: args ?? row.args,
    result: result ?? row.result,
    omitted: {
      args: row.omitted.args || truncated?.args === true,
      result: row.omitted.result || truncated?.result === true,
    },
  });
  return true;
}

function applyResult(draft: Draft, data: unknown): boolean {
  const parsed = ResultPayload.safeParse(data);
  if (!parsed.success) return false;
  const { status, text, durationMs, git, error } = parsed.data;
  draft.fields.status = status;
  draft.fields.outcome = { status, text, durationMs, branches: git?.branches ?? [], failure: error };
  draft.stopCalls();
  draft.rows.forEach((row, index) => {
    if (row.kind === "question" && row.end === undefined) draft.replace(index, { ...row, end: "canceled" });
  });
  return true;
}

function applyError(draft: Draft, data: unknown): boolean {
  const parsed = ErrorPayload.safeParse(data);
  if (parsed.success) draft.fields.streamError = { code: parsed.data.code, message: parsed.data.message };
  return parsed.success;
}

function applyDone(draft: Draft): boolean {
  draft.fields.done = true;
  return true;
}
