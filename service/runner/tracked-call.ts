import { z } from "zod";
import { truncateText } from "./plain-text";
import type { ToolContent, ToolUpdate } from "./session-update";
import type { ToolDescription, ToolState } from "./tool-call";

/** Maximum streamed output per call. */
const maxOutputLength = 1_048_576;

/** Input keys that only contain the working folder. */
const folderKeys = new Set(["cwd", "workdir", "workingDirectory"]);

/** A tool call in progress. */
export interface TrackedCall {
  callId: string;
  /** The agent's id of the call. */
  modelCallId: string;
  startedAt: number;
  state: ToolState;
  /** True once the agent has sent the call's input. */
  hasInput: boolean;
  /** Set once the call has been announced. */
  description: ToolDescription | undefined;
  completed: boolean;
  outputLength: number;
  /** The text content as the agent last sent it. */
  text: string;
}

/** A piece of a command's output. */
export interface ShellOutput {
  stream: "stdout" | "stderr";
  text: string;
}

export function newTrackedCall(callId: string, modelCallId: string, now: number): TrackedCall {
  return {
    callId,
    modelCallId,
    startedAt: now,
    state: {
      title: "",
      announcedTitle: "",
      name: undefined,
      kind: "other",
      content: [],
      locations: [],
      rawInput: undefined,
      rawOutput: undefined,
      stdout: "",
      stderr: "",
      failed: false,
      elapsedMs: 0,
    },
    hasInput: false,
    description: undefined,
    completed: false,
    outputLength: 0,
    text: "",
  };
}

const Streamed = z.looseObject({ stream: z.enum(["stdout", "stderr"]) });

function plainTexts(content: readonly ToolContent[]): string {
  return content.flatMap((item) => (item.type === "content" ? [item.content.text ?? ""] : [])).join("");
}

/** Stores a piece of output and returns the part within the limit. */
export function addShellOutput(call: TrackedCall, stream: ShellOutput["stream"], text: string): string {
  const kept = truncateText(text, Math.max(0, maxOutputLength - call.outputLength));
  call.outputLength += kept.length;
  call.state[stream] += kept;
  return kept;
}

/**
 * Merges an update into a call and returns its new output. Output with a stream name is a new piece. Otherwise, the content
 * is the complete output so far, as the protocol defines it, and the added part is new.
 */
export function mergeUpdate(call: TrackedCall, update: ToolUpdate): ShellOutput[] {
  const { state } = call;
  state.title = update.title ?? state.title;
  state.announcedTitle ||= state.title;
  state.name = update.name ?? state.name;
  state.kind = update.kind ?? state.kind;
  state.locations = update.locations ?? state.locations;
  if (update.rawOutput !== undefined && update.rawOutput !== null) state.rawOutput = update.rawOutput;
  if (update.rawInput !== undefined && update.rawInput !== null) state.rawInput = update.rawInput;
  const input = state.rawInput;
  call.hasInput ||=
    typeof input === "object" && input !== null && Object.keys(input).some((key) => !folderKeys.has(key));
  if (!update.content) return [];
  const streamed = Streamed.safeParse(update._meta);
  const text = plainTexts(update.content);
  if (streamed.success) {
    const { stream } = streamed.data;
    return [{ stream, text: addShellOutput(call, stream, text) }];
  }
  state.content = update.content;
  const grown = state.kind === "execute" && text.startsWith(call.text) ? text.slice(call.text.length) : "";
  call.text = text;
  const ended = update.status === "completed" || update.status === "failed";
  // The final update repeats the complete output, formatted for display.
  if (ended || grown === "") return [];
  return [{ stream: "stdout", text: addShellOutput(call, "stdout", grown) }];
}
