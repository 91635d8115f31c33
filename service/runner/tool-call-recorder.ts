import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { boundedCall, callFrames } from "./call-frames";
import type { FrameWriter } from "./frame-writer";
import { plainText, truncateText } from "./plain-text";
import type { ToolUpdate } from "./session-update";
import type { TerminalExit } from "./terminals";
import { describeToolCall, type ToolDescription, type ToolResult } from "./tool-call";
import { toolResult } from "./tool-result";
import { addShellOutput, mergeUpdate, newTrackedCall, parentIdOf, type TrackedCall } from "./tracked-call";

export interface ToolCallOptions {
  writer: FrameWriter;
  clock: Clock;
  ids: Ids;
  /** The agent's working folder. Paths are shown relative to it. */
  cwd: string;
  /** Follows the terminal of a tool call. */
  followTerminal(terminalId: string, listener: (data: string) => void, ended: (exit: TerminalExit) => void): void;
}

/** Converts the tool calls of a turn to run stream frames. */
export class ToolCallRecorder {
  readonly #options: ToolCallOptions;
  readonly #calls = new Map<string, TrackedCall>();

  constructor(options: ToolCallOptions) {
    this.#options = options;
  }

  /** Returns the kind of an announced call, for its permission requests. */
  kindOf(toolCallId: string): string | undefined {
    return this.#calls.get(toolCallId)?.state.kind;
  }

  update(update: ToolUpdate): TrackedCall {
    const { clock, ids, writer } = this.#options;
    let call = this.#calls.get(update.toolCallId);
    if (!call || (call.completed && update.sessionUpdate === "tool_call")) {
      call = newTrackedCall(`call-${ids.uuid()}`, truncateText(plainText(update.toolCallId), 200), clock.now());
      call.parent = this.#calls.get(parentIdOf(update) ?? "");
      this.#calls.set(update.toolCallId, call);
    }
    if (call.completed) return call;
    const output = mergeUpdate(call, update);
    const ended = update.status === "completed" || update.status === "failed";
    if (ended || update.status === "in_progress" || call.hasInput) this.#start(call);
    if (call.description?.type === "shell" && !call.parent) {
      for (const { stream, text } of output) writer.append({ kind: "shell", callId: call.callId, stream }, text);
      this.#followTerminals(call);
    }
    if (!ended) return call;
    call.state.failed = update.status === "failed";
    call.state.elapsedMs = clock.now() - call.startedAt;
    // The type may depend on the result, for example whether an edit created the file.
    const described = describeToolCall(call.state, this.#options.cwd);
    if (call.description && described.type === call.description.type) call.description = described;
    if (call.description) this.#complete(call, this.#resultOf(call, call.description));
    return call;
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
    for (const call of this.#calls.values()) {
      if (call.completed) continue;
      call.state.failed = true;
      this.#start(call);
      this.#complete(call, { status: "error", error: { message: "the turn ended before the call" } });
    }
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
    // The contents are recorded. Only the kind is still needed.
    call.state = { ...call.state, content: [], rawInput: undefined, rawOutput: undefined, stdout: "", stderr: "" };
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
