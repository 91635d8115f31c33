import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { RecentMap } from "@/lib/core/recent-map";
import type { TerminalExit } from "../process/terminals";
import { boundedCall, callFrames } from "./call-frames";
import type { FrameWriter } from "./frame-writer";
import type { ToolUpdate } from "./session-update";
import { describeToolCall, type ToolDescription, type ToolResult } from "./tool-call";
import { toolResult } from "./tool-result";
import {
  addNestedText,
  addShellOutput,
  callKey,
  emptyCall,
  mergeUpdate,
  newTrackedCall,
  parentIdOf,
  sizeOfCall,
  type TrackedCall,
} from "./tracked-call";

export interface ToolCallOptions {
  writer: FrameWriter;
  clock: Clock;
  ids: Ids;
  /** The agent's working folder. Paths are shown relative to it. */
  cwd: string;
  /** Follows the terminal of a tool call. */
  followTerminal(terminalId: string, listener: (data: string) => void, ended: (exit: TerminalExit) => void): void;
}

/** Of calls that haven't ended. The oldest are closed above these. */
const maxOpenCalls = 1_000;
const maxOpenBytes = 64 * 1_048_576;
/** Ended calls that late updates, permission requests and calls of subagents can refer to. */
const maxEndedCalls = 10_000;

/** Converts the tool calls of a turn to run stream frames. */
export class ToolCallRecorder {
  readonly #options: ToolCallOptions;
  /** By id, the oldest first. */
  readonly #open = new Map<string, TrackedCall>();
  readonly #ended = new RecentMap<string, TrackedCall>(maxEndedCalls);

  constructor(options: ToolCallOptions) {
    this.#options = options;
  }

  /** Returns the kind of an announced call, for its permission requests. */
  kindOf(toolCallId: string): string | undefined {
    return this.#find(toolCallId)?.state.kind;
  }

  update(update: ToolUpdate): TrackedCall {
    const { clock, writer } = this.#options;
    const known = this.#find(update.toolCallId);
    const call = !known || (known.completed && update.sessionUpdate === "tool_call") ? this.#add(update) : known;
    if (call.completed) return call;
    const output = mergeUpdate(call, update);
    const ended = update.status === "completed" || update.status === "failed";
    if (ended || update.status === "in_progress" || call.hasInput) this.#start(call);
    if (call.description?.type === "shell" && !call.parent) {
      for (const { stream, text } of output) writer.append({ kind: "shell", callId: call.callId, stream }, text);
      this.#followTerminals(call);
    }
    if (!ended) {
      this.#closeOldest();
      return call;
    }
    call.state.failed = update.status === "failed";
    call.state.elapsedMs = clock.now() - call.startedAt;
    // The type may depend on the result, for example whether an edit created the file.
    const described = describeToolCall(call.state, this.#options.cwd);
    if (call.description && described.type === call.description.type) call.description = described;
    if (call.description) this.#complete(call, this.#resultOf(call, call.description));
    return call;
  }

  /** Adds text of a subagent to the call that started it. Returns false for an unknown call. */
  nestedText({ _meta }: Pick<ToolUpdate, "_meta">, type: "text-delta" | "thinking-delta", text: string): boolean {
    const call = this.#find(parentIdOf({ _meta }) ?? "");
    if (!call) return false;
    const { callId, modelCallId } = call;
    this.#options.writer.append({ kind: "nested", type, callId, modelCallId }, addNestedText(call, text));
    return true;
  }

  #find(toolCallId: string): TrackedCall | undefined {
    const key = callKey(toolCallId);
    return this.#open.get(key) ?? this.#ended.get(key);
  }

  #add(update: ToolUpdate): TrackedCall {
    const { clock, ids } = this.#options;
    const call = newTrackedCall(`call-${ids.uuid()}`, update.toolCallId, clock.now());
    const parent = this.#find(parentIdOf(update) ?? "");
    call.parent = parent && { callId: parent.callId, modelCallId: parent.modelCallId };
    this.#open.set(call.key, call);
    return call;
  }

  /** An agent can announce any number of calls, of any size, before it ends one. */
  #closeOldest(): void {
    let bytes = [...this.#open.values()].reduce((sum, call) => sum + sizeOfCall(call), 0);
    for (const call of this.#open.values()) {
      if (this.#open.size <= maxOpenCalls && bytes <= maxOpenBytes) return;
      bytes -= sizeOfCall(call);
      this.#close(call, "too many calls at a time, or too large ones");
    }
  }

  #close(call: TrackedCall, message: string): void {
    call.state.failed = true;
    this.#start(call);
    this.#complete(call, { status: "error", error: { message } });
  }

  /** Shows the call of a permission request. `denial`: why it is denied. Returns true if a call was denied. */
  permission(toolCall: ToolUpdate, denial: string | undefined): boolean {
    const { status: _, ...update } = toolCall;
    const call = this.update({ ...update, sessionUpdate: "tool_call" });
    if (call.completed) return false;
    this.#start(call);
    // Not leaving plan mode isn't a denial: the plan is the result.
    if (denial === undefined || call.description?.type === "createPlan") return false;
    call.denial = denial;
    return true;
  }

  /** Closes calls that didn't end. */
  end(): void {
    for (const call of this.#open.values()) this.#close(call, "the turn ended before the call");
  }

  #resultOf(call: TrackedCall, description: ToolDescription): ToolResult {
    const result = toolResult(description, call.state, this.#options.cwd);
    if (call.denial === undefined || !call.state.failed) return result;
    return { status: "error", error: { message: `Permission denied: ${call.denial}` } };
  }

  #followTerminals(call: TrackedCall): void {
    for (const item of call.state.content) {
      if (item.type !== "terminal") continue;
      const output = (text: string) => {
        if (call.completed) return;
        const kept = addShellOutput(call, "stdout", text);
        call.state.streamed = true;
        this.#options.writer.append({ kind: "shell", callId: call.callId, stream: "stdout" }, kept);
      };
      this.#options.followTerminal(item.terminalId, output, ({ exitCode, signal }) => {
        call.state.exit = { exit_code: exitCode, signal };
      });
    }
  }

  #start(call: TrackedCall): void {
    if (call.description) return;
    call.description = describeToolCall(call.state, this.#options.cwd);
    this.#callFrames(call, call.description, undefined);
  }

  #complete(call: TrackedCall, result: ToolResult): void {
    call.completed = true;
    if (call.description) this.#callFrames(call, call.description, result);
    // The contents are recorded. Only the kind and the ids are still needed.
    const { kind } = call.state;
    Object.assign(call, emptyCall(), { completed: true });
    call.state.kind = callKey(kind);
    this.#open.delete(call.key);
    this.#ended.set(call.key, call);
  }

  #callFrames(call: TrackedCall, description: ToolDescription, result: ToolResult | undefined): void {
    const { parent, callId, modelCallId } = call;
    const { writer } = this.#options;
    if (!parent) {
      writer.write(...callFrames(callId, modelCallId, description, result));
      return;
    }
    const toolCall = boundedCall(description, result);
    const taskUpdate = { type: result ? "tool-call-completed" : "tool-call-started", callId, modelCallId, toolCall };
    const data = { type: "tool-call-delta", callId: parent.callId, modelCallId: parent.modelCallId, taskUpdate };
    writer.write({ event: "interaction_update", data });
  }
}
