import type { Answer, Question } from "@/lib/contract/agents/question";
import { plainText, truncateText } from "@/lib/core/plain-text";
import type { QuestionEnd } from "../questions/questions";
import type { RunSpec, RunUsage, SessionUsage } from "../run/run-spec";
import type { BlockedConnection } from "../sandbox/run-sandbox";
import { callFrames } from "./call-frames";
import { contentText } from "./content-text";
import { reportedProblem, type SessionUpdate, type ToolUpdate } from "./session-update";
import { shownTodos, type TodoEntry } from "./todo-list";
import { simplifiedName } from "./tool-call";
import { type ToolCallOptions, ToolCallRecorder } from "./tool-call-recorder";
import { userMessage } from "./user-message";

const maxReplyLength = 1_048_576;
const stepId = 1;
const maxNoticeLength = 500;
const maxNotices = 50;
const maxSessionReports = 200;

interface RecorderOptions extends ToolCallOptions {
  mode: RunSpec["mode"];
}

/** Converts the updates of a turn to run stream frames, in order. */
export class SessionRecorder {
  readonly #options: RecorderOptions;
  readonly #calls: ToolCallRecorder;
  #reply = "";
  #thinkingLength = 0;
  #thinkingSince: number | undefined;
  #separateText = false;
  #deniedSinceText = false;
  #lastPlan = "";
  #messageId: string | undefined;
  #session: SessionUsage = {};
  #reportedSession = "";
  #sessionCount = 0;
  #noticeCount = 0;
  #lastNotice = "";
  #startedAt = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.#calls = new ToolCallRecorder(options);
  }

  /** The assistant's reply so far. */
  get reply(): string {
    return plainText(this.#reply);
  }

  /** What the agent last reported about its session. */
  get sessionUsage(): SessionUsage {
    return this.#session;
  }

  begin(spec: RunSpec): void {
    this.#startedAt = this.#options.clock.now();
    this.#options.writer.write(userMessage(spec));
    this.#mirror({ type: "step-started", stepId });
  }

  update(update: SessionUpdate): void {
    if (this.#isAside(update)) return;
    if (update.sessionUpdate === "agent_thought_chunk") {
      this.#think(contentText(update.content));
      return;
    }
    this.#endThinking();
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        this.#beginMessage(update.messageId ?? undefined);
        this.say(contentText(update.content));
        return;
      case "tool_call":
      case "tool_call_update":
        this.#separateText = true;
        this.#calls.update(update);
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

  /** Handles updates that aren't part of the main conversation. */
  #isAside(update: SessionUpdate): boolean {
    switch (update.sessionUpdate) {
      case "agent_message_chunk":
        return this.#calls.nestedText(update, "text-delta", contentText(update.content));
      case "agent_thought_chunk":
        return this.#calls.nestedText(update, "thinking-delta", contentText(update.content));
      case "available_commands_update":
      case "config_option_update":
        return true;
      case "usage_update": {
        const { used, size, cost } = update;
        const spent = cost ? { cost: { amount: cost.amount, currency: cost.currency } } : {};
        this.#session = { ...this.#session, context: { used, size }, ...spent };
        this.#reportSession();
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

  /** Shows the cost and the context size during the turn, when they changed. */
  #reportSession(): void {
    const text = JSON.stringify(this.#session);
    if (text === this.#reportedSession || this.#sessionCount >= maxSessionReports) return;
    this.#reportedSession = text;
    this.#sessionCount += 1;
    const injectionId = this.#options.ids.uuid();
    this.#mirror({ type: "context-injection-state", injectionId, state: "session-usage", session: this.#session });
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

  asked(question: Question): void {
    this.#endThinking();
    this.#separateText = true;
    this.#mirror({ type: "context-injection-state", injectionId: question.id, state: "question", question });
  }

  questionClosed(questionId: string, end: QuestionEnd, answer: Answer | undefined): void {
    const values = answer?.action === "accept" ? { values: answer.values } : {};
    const state = "question-closed";
    this.#mirror({ type: "context-injection-state", injectionId: questionId, state, questionId, end, ...values });
  }

  /** Shows the call of a permission request. `denial`: why it is denied. */
  permission(toolCall: ToolUpdate, denial: string | undefined): void {
    this.#endThinking();
    this.#separateText = true;
    if (this.#calls.permission(toolCall, denial)) this.#deniedSinceText = true;
  }

  /** True if the agent sent no text after a denied call. */
  get endedAfterDenial(): boolean {
    return this.#deniedSinceText;
  }

  /** Returns the kind of an announced call, for its permission requests. */
  kindOf(toolCallId: string): string | undefined {
    return this.#calls.kindOf(toolCallId);
  }

  /** Ends the turn and closes calls that didn't end. */
  end(usage: RunUsage | undefined): void {
    this.#endThinking();
    this.#calls.end();
    this.#mirror({ type: "step-completed", stepId, stepDurationMs: this.#options.clock.now() - this.#startedAt });
    const plan = this.#options.mode === "plan" ? { mode: "plan" } : {};
    this.#mirror({ type: "turn-ended", ...(usage ? { usage } : {}), ...this.#session, ...plan });
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
