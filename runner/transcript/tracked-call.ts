import { z } from "zod";
import { plainText, truncateText } from "@/lib/core/plain-text";
import { jsonBytes } from "./bounded-json";
import type { ToolContent, ToolUpdate } from "./session-update";
import { exitLine, type ToolDescription, type ToolState } from "./tool-call";

/** Maximum streamed output per call. */
const maxOutputLength = 1_048_576;

/** Input keys that only contain the working folder. */
const folderKeys = new Set(["cwd", "workdir", "workingDirectory"]);

/** A tool call in progress. */
export interface TrackedCall {
  callId: string;
  /** Start of the agent's id of the call. */
  key: string;
  /** The agent's id of the call, as it is shown. */
  modelCallId: string;
  startedAt: number;
  state: ToolState;
  /** True once the agent has sent the call's input. */
  hasInput: boolean;
  /** Set once the call has been announced. */
  description: ToolDescription | undefined;
  completed: boolean;
  outputLength: number;
  /** Length of the texts of the subagent that the call started. */
  nestedLength: number;
  /** Call of the subagent that made this one. */
  parent: Pick<TrackedCall, "callId" | "modelCallId"> | undefined;
  /** Why permission was denied. */
  denial: string | undefined;
  /** The text content as the agent last sent it. */
  text: string;
  /** Bytes of JSON of each field as the agent last sent it. */
  sizes: ReadonlyMap<string, number>;
}

/** A piece of a command's output. */
export interface ShellOutput {
  stream: "stdout" | "stderr";
  text: string;
}

const maxKeyLength = 1_000;

/** The start of an agent's id, by which a call is found. A copy, because a slice would keep the whole id in memory. */
export const callKey = (id: string): string =>
  id.length <= maxKeyLength ? id : Buffer.from(id.slice(0, maxKeyLength)).toString("utf8");

export function newTrackedCall(callId: string, toolCallId: string, startedAt: number): TrackedCall {
  const key = callKey(toolCallId);
  const modelCallId = truncateText(plainText(key), 200);
  return { callId, key, modelCallId, startedAt, nestedLength: 0, parent: undefined, ...emptyCall() };
}

/** A call's contents before its first update. */
export function emptyCall(): Omit<
  TrackedCall,
  "callId" | "key" | "modelCallId" | "startedAt" | "nestedLength" | "parent"
> {
  return {
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
      streamed: false,
      result: [],
      toolResponse: undefined,
      exit: undefined,
      exitLine: undefined,
      failed: false,
      elapsedMs: 0,
    },
    hasInput: false,
    description: undefined,
    completed: false,
    outputLength: 0,
    denial: undefined,
    text: "",
    sizes: new Map(),
  };
}

const largeFields = ["title", "name", "kind", "content", "locations", "rawInput", "rawOutput", "_meta"] as const;

/** Bytes that a call holds, approximately. */
export function sizeOfCall({ sizes, outputLength }: TrackedCall): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, outputLength);
}

const TerminalData = z.looseObject({ data: z.string() }).optional().catch(undefined);

/** What agents report about a call in addition to the protocol's fields. */
const CallMeta = z
  .looseObject({
    stream: z.enum(["stdout", "stderr"]).optional().catch(undefined),
    terminal_output: TerminalData,
    terminal_output_delta: TerminalData,
    terminal_exit: z
      .looseObject({ exit_code: z.number().nullish(), signal: z.string().nullish() })
      .optional()
      .catch(undefined),
    claudeCode: z
      .looseObject({
        toolName: z.string().optional().catch(undefined),
        parentToolUseId: z.string().nullish().catch(undefined),
        toolResponse: z.unknown().optional(),
      })
      .optional()
      .catch(undefined),
  })
  .catch({});

/** The agent's id of the call that started the subagent of this update. */
export function parentIdOf({ _meta }: Pick<ToolUpdate, "_meta">): string | undefined {
  return CallMeta.parse(_meta ?? {}).claudeCode?.parentToolUseId ?? undefined;
}

/** True if the content describes the call or repeats its input, and isn't output. */
function isAnnouncement(call: TrackedCall, update: ToolUpdate & { sessionUpdate?: unknown }, text: string): boolean {
  if (update.status === "completed" || update.status === "failed") return false;
  if (update.sessionUpdate === "tool_call") return true;
  const input = call.state.rawInput;
  return typeof input === "object" && input !== null && Object.values(input).includes(text);
}

function isInput(input: unknown): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).some((key) => !folderKeys.has(key));
}

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

/** Returns the part of a subagent's text that is within the limit of its call. */
export function addNestedText(call: TrackedCall, text: string): string {
  const kept = truncateText(text, Math.max(0, maxOutputLength - call.nestedLength));
  call.nestedLength += kept.length;
  return kept;
}

/**
 * Merges an update into a call and returns its new output. Output with a stream name is a new piece. Otherwise, the content
 * is the complete output so far, as the protocol defines it, and the added part is new.
 */
export function mergeUpdate(call: TrackedCall, update: ToolUpdate): ShellOutput[] {
  const { state } = call;
  const sent = largeFields.filter((field) => update[field] !== undefined && update[field] !== null);
  call.sizes = new Map([...call.sizes, ...sent.map((field): [string, number] => [field, jsonBytes(update[field])])]);
  const meta = CallMeta.parse(update._meta ?? {});
  state.title = update.title ?? state.title;
  state.announcedTitle ||= state.title;
  state.name = update.name ?? meta.claudeCode?.toolName ?? state.name ?? nameInId(update.toolCallId);
  state.kind = update.kind ?? state.kind;
  state.locations = update.locations ?? state.locations;
  if (update.rawOutput !== undefined && update.rawOutput !== null) state.rawOutput = update.rawOutput;
  if (update.rawInput !== undefined && update.rawInput !== null) state.rawInput = update.rawInput;
  state.toolResponse = meta.claudeCode?.toolResponse ?? state.toolResponse;
  state.exit = meta.terminal_exit ?? state.exit;
  const text = plainTexts(update.content ?? []);
  const announcement = isAnnouncement(call, update, text);
  call.hasInput ||= isInput(state.rawInput);
  const terminal = [meta.terminal_output, meta.terminal_output_delta].flatMap((each) => (each ? [each.data] : []));
  const pieces = terminal.map((data) => streamedPiece(call, "stdout", withoutExitLine(call, data)));
  if (!update.content) return pieces;
  if (meta.stream) return [...pieces, streamedPiece(call, meta.stream, text)];
  state.content = update.content;
  if (announcement) return pieces;
  state.result = update.content;
  const grown = state.kind === "execute" && text.startsWith(call.text) ? text.slice(call.text.length) : "";
  call.text = text;
  const ended = update.status === "completed" || update.status === "failed";
  // The final update repeats the complete output, formatted for display.
  if (ended || grown === "") return pieces;
  return [...pieces, { stream: "stdout", text: addShellOutput(call, "stdout", grown) }];
}

/** Removes the line with the exit code that Claude Code puts before the output of a failed command, and keeps the code. */
function withoutExitLine({ state, outputLength }: TrackedCall, text: string): string {
  const [line, code] = (outputLength === 0 && exitLine.exec(text)) || [];
  if (line === undefined) return text;
  state.exitLine = Number(code);
  return text.slice(line.length);
}

function streamedPiece(call: TrackedCall, stream: ShellOutput["stream"], text: string): ShellOutput {
  call.state.streamed = true;
  return { stream, text: addShellOutput(call, stream, text) };
}

/** The tool's name in an id such as `glob__glob_1795403781472_3`. */
function nameInId(id: string): string | undefined {
  return /^([a-z][a-z_]*)__\1_\d/.exec(id)?.[1];
}
