import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { jsonBytes } from "./bounded-json";
import { boundedCall, callFrames } from "./call-frames";
import { contentText } from "./content-text";
import type { FrameWriter } from "./frame-writer";
import { plainText, truncateText } from "./plain-text";
import type { RunSpec, RunUsage } from "./run-spec";
import type { BlockedConnection } from "./sandbox/run-sandbox";
import { reportedProblem, type SessionUpdate, type ToolUpdate } from "./session-update";
import type { TerminalExit } from "./terminals";
import { shownTodos, type TodoEntry } from "./todo-list";
import { describeToolCall, simplifiedName, type ToolDescription, type ToolResult } from "./tool-call";
import { toolResult } from "./tool-result";
import { addShellOutput, mergeUpdate, newTrackedCall, parentIdOf, type TrackedCall } from "./tracked-call";

const maxReplyLength = 1_048_576;
/** Larger images aren't in the stream. Clients have them with the prompt. */
const maxImagesLength = 4 * 1_048_576;
const stepId = 1;
const maxNoticeLength = 500;
const maxNotices = 50;

interface RecorderOptions {
  writer: FrameWriter;
  clock: Clock;
  ids: Ids;
  /** The agent's working folder. Paths are shown relative to it. */
  cwd: string;
  mode: RunSpec["mode"];
  /** Follows the terminal of a tool call. */
  followTerminal(terminalId: string, listener: (data: string) => void, ended: (exit: TerminalExit) => void): void;
}

/** Converts the updates of a turn to run stream frames, in order. */
export class SessionRecorder {
  readonly #options: RecorderOptions;
  readonly #calls = new Map<string, TrackedCall>();
  #reply = "";
  #thinkingLength = 0;
  #thinkingSince: number | undefined;
  #separateText = false;
  #deniedSinceText = false;
  #lastPlan = "";
  #messageId: string | undefined;
  #context: Record<string, unknown> = {};
  #noticeCount = 0;
  #lastNotice = "";
  #startedAt = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** The assistant's reply so far. */
  get reply(): string {
    return plainText(this.#reply);
  }

  begin(spec: RunSpec): void {
    this.#startedAt = this.#options.clock.now();
    const images = spec.prompt.images.map(({ data }) => ({ type: "base64", data }));
    const userMessage = {
      type: "user_message",
      session_id: spec.agentId,
      text: plainText(spec.prompt.text),
      ...(images.length > 0 && jsonBytes(images) <= maxImagesLength ? { images } : {}),
    };
    this.#mirror({ type: "user-message-appended", userMessage });
    this.#mirror({ type: "step-started", stepId });
  }

  update(update: SessionUpdate): void {
    if (update.sessionUpdate === "agent_thought_chunk") {
      this.#think(contentText(update.content));
      return;
    }
    if (this.#isAside(update)) return;
    this.#endThinking();
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        this.#beginMessage(update.messageId ?? undefined);
        this.say(contentText(update.content));
        return;
      case "tool_call":
      case "tool_call_update":
        this.#toolUpdate(update);
        return;
      case "plan":
        this.#plan(update.entries);
        return;
    }
  }

  /** Shows a blocked connection as a failed call, and reports it for the run's summary. */
  blocked({ host, port, reason }: BlockedConnection): void {
    const injectionId = this.#options.ids.uuid();
    const connection = { host, port, reason };
    this.#mirror({ type: "context-injection-state", injectionId, state: "connection-blocked", connection });
    const toolCallId = `egress-${host}:${port}`;
    this.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title: `Blocked: ${host}:${port}`,
      kind: "fetch",
      status: "failed",
      rawInput: { url: `${host}:${port}` },
      content: [
        { type: "content", content: { type: "text", text: `Connection blocked: ${host}:${port} is ${reason}` } },
      ],
    });
  }

  /** Reports that the result of `install` was stored or restored; nothing without an id. */
  snapshot(action: "stored" | "restored", id: string | undefined): void {
    if (id === undefined) return;
    const injectionId = this.#options.ids.uuid();
    this.#mirror({
      type: "context-injection-state",
      injectionId,
      state: `snapshot-${action}`,
      snapshot: { id, action },
    });
  }

  /** Adds to the assistant's reply. */
  say(text: string): void {
    if (text === "" || this.#reply.length >= maxReplyLength) return;
    const needsBreak = this.#separateText && this.#reply !== "" && !/\s$/.test(this.#reply) && !/^\s/.test(text);
    this.#separateText = false;
    this.#deniedSinceText = false;
    let piece = needsBreak ? `\n\n${text}` : text;
    if (this.#reply.length + piece.length > maxReplyLength) {
      piece = `${truncateText(piece, maxReplyLength - this.#reply.length)}\n\n[reply truncated at 1 MB]`;
    }
    this.#reply += piece;
    this.#options.writer.append({ kind: "assistant" }, piece);
  }

  /** Handles updates that aren't part of the conversation. */
  #isAside(update: SessionUpdate): boolean {
    switch (update.sessionUpdate) {
      case "available_commands_update":
        return true;
      case "usage_update": {
        const { used, size, cost } = update;
        this.#context = { ...this.#context, context: { used, size }, ...(cost ? { cost } : {}) };
        return true;
      }
      case "session_info_update": {
        this.notice(reportedProblem(update._meta) ?? "");
        return true;
      }
      default:
        return false;
    }
  }

  /** Separates a new message from the one before. */
  #beginMessage(messageId: string | undefined): void {
    const separate = messageId !== undefined && this.#messageId !== undefined && messageId !== this.#messageId;
    if (separate) this.#separateText = true;
    this.#messageId = messageId ?? this.#messageId;
  }

  /** Shows what the agent program reports outside the conversation, such as that it retries. */
  notice(message: string): void {
    const text = truncateText(plainText(message).trim(), maxNoticeLength);
    if (text === "" || text === this.#lastNotice || this.#noticeCount >= maxNotices) return;
    this.#lastNotice = text;
    this.#noticeCount += 1;
    const injectionId = this.#options.ids.uuid();
    this.#mirror({ type: "context-injection-state", injectionId, state: "notice", message: text });
  }

  /** Shows the call of a permission request. `denial`: why it is denied. */
  permission(toolCall: ToolUpdate, denial: string | undefined): void {
    this.#endThinking();
    const { status: _, ...update } = toolCall;
    const call = this.#toolUpdate({ ...update, sessionUpdate: "tool_call" });
    if (call.completed) return;
    this.#start(call);
    if (denial === undefined) return;
    // Not leaving plan mode isn't a denial: the plan is the result.
    if (call.description?.type === "createPlan") return;
    call.denial = denial;
    this.#deniedSinceText = true;
  }

  /** True if the agent sent no text after a denied call. */
  get endedAfterDenial(): boolean {
    return this.#deniedSinceText;
  }

  /** Returns the kind of an announced call, for its permission requests. */
  kindOf(toolCallId: string): string | undefined {
    return this.#calls.get(toolCallId)?.state.kind;
  }

  /** Ends the turn and closes calls that didn't end. */
  end(usage: RunUsage | undefined): void {
    this.#endThinking();
    for (const call of this.#calls.values()) {
      if (call.completed) continue;
      call.state.failed = true;
      this.#start(call);
      this.#complete(call, { status: "error", error: { message: "the turn ended before the call" } });
    }
    this.#mirror({ type: "step-completed", stepId, stepDurationMs: this.#options.clock.now() - this.#startedAt });
    const plan = this.#options.mode === "plan" ? { mode: "plan" } : {};
    this.#mirror({ type: "turn-ended", ...(usage ? { usage } : {}), ...this.#context, ...plan });
  }

  #mirror(data: Record<string, unknown>): void {
    this.#options.writer.write({ event: "interaction_update", data });
  }

  #think(text: string): void {
    if (text === "") return;
    this.#thinkingSince ??= this.#options.clock.now();
    const piece = truncateText(text, Math.max(0, maxReplyLength - this.#thinkingLength));
    this.#thinkingLength += piece.length;
    this.#options.writer.append({ kind: "thinking" }, piece);
  }

  #endThinking(): void {
    if (this.#thinkingSince === undefined) return;
    const thinkingDurationMs = this.#options.clock.now() - this.#thinkingSince;
    this.#thinkingSince = undefined;
    this.#mirror({ type: "thinking-completed", thinkingDurationMs });
  }

  #toolUpdate(update: ToolUpdate): TrackedCall {
    const { clock, ids, writer } = this.#options;
    this.#separateText = true;
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
    if (!parent) {
      this.#options.writer.write(...callFrames(callId, modelCallId, description, result));
      return;
    }
    const toolCall = boundedCall(description, result);
    const taskUpdate = { type: result ? "tool-call-completed" : "tool-call-started", callId, modelCallId, toolCall };
    this.#mirror({ type: "tool-call-delta", callId: parent.callId, modelCallId: parent.modelCallId, taskUpdate });
  }

  /** Records a plan as a separate call: a proposal in plan mode, otherwise a to-do list. */
  #plan(entries: readonly TodoEntry[]): void {
    const todos = shownTodos(entries);
    const key = JSON.stringify(todos);
    if (key === this.#lastPlan) return;
    this.#lastPlan = key;
    this.#separateText = true;
    const proposal = this.#options.mode === "plan";
    const type = proposal ? "createPlan" : "updateTodos";
    const plan = entries.map(({ content }, index) => `${index + 1}. ${content}`).join("\n");
    const call = { type, name: simplifiedName(type), args: proposal ? { plan } : { todos } };
    const value = proposal ? {} : { todos, totalCount: todos.length };
    const callId = `call-${this.#options.ids.uuid()}`;
    this.#options.writer.write(...callFrames(callId, callId, call, undefined));
    this.#options.writer.write(...callFrames(callId, callId, call, { status: "success", value }));
  }
}
