import { setTimeout as delay } from "node:timers/promises";
import type {
  AgentContext,
  PlanEntry,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
  ToolKind,
} from "@agentclientprotocol/sdk";
import { TokenCount } from "./token-count";

const wordsPerChunk = 4;
const maxSpeechMs = 2_000;

export interface TurnOptions {
  client: AgentContext;
  sessionId: string;
  cwd: string;
  /** Other writable folders. */
  folders: readonly string[];
  signal: AbortSignal;
  /** Delay between groups of words. */
  delayMs: number;
  /** Time limit per command. */
  timeLimitMs: number;
}

export interface ToolStart {
  title: string;
  name: string;
  kind: ToolKind;
  rawInput: Record<string, unknown>;
  content?: ToolCallContent[];
  path?: string;
  /** Text of the call that counts as output tokens. */
  written: string;
}

/** An announced tool call. */
export interface RunningTool {
  /** Sends a piece of a command's output. */
  output(stream: "stdout" | "stderr", text: string): Promise<void>;
  /** `read` is the result text that counts as input tokens. */
  finish(
    status: "completed" | "failed",
    fields: Pick<ToolCallUpdate, "content" | "rawOutput">,
    read: string,
  ): Promise<void>;
}

/** One turn of a session, in which the agent sends text, thoughts and tool calls. */
export class Turn {
  readonly options: TurnOptions;
  readonly tokens = new TokenCount();
  #calls = 0;
  #spoke = false;

  constructor(options: TurnOptions) {
    this.options = options;
  }

  /** Sends a paragraph, a few words at a time. */
  async say(markdown: string): Promise<void> {
    const text = markdown.trim();
    if (text === "") return;
    const words = (this.#spoke ? `\n\n${text}` : text).split(/(?<=\S)(?=\s)/);
    this.#spoke = true;
    this.tokens.wrote(words.join(""));
    const groups = Math.ceil(words.length / wordsPerChunk);
    const pause = Math.min(this.options.delayMs, maxSpeechMs / groups);
    for (let index = 0; index < words.length; index += wordsPerChunk) {
      this.options.signal.throwIfAborted();
      const content = { type: "text" as const, text: words.slice(index, index + wordsPerChunk).join("") };
      await this.#update({ sessionUpdate: "agent_message_chunk", content });
      if (pause >= 1) await delay(pause);
    }
  }

  async think(text: string): Promise<void> {
    this.options.signal.throwIfAborted();
    this.tokens.wrote(text);
    await this.#update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text } });
  }

  async plan(contents: readonly string[]): Promise<void> {
    const entries = contents.map((content): PlanEntry => ({ content, priority: "medium", status: "pending" }));
    await this.#update({ sessionUpdate: "plan", entries });
  }

  async tool({ path, written, ...start }: ToolStart): Promise<RunningTool> {
    this.options.signal.throwIfAborted();
    this.#calls += 1;
    this.tokens.wrote(written);
    const toolCallId = `call-${this.#calls}`;
    const locations = path === undefined ? {} : { locations: [{ path }] };
    await this.#update({ sessionUpdate: "tool_call", toolCallId, status: "in_progress", ...start, ...locations });
    return {
      output: (stream, text) =>
        this.#update({
          sessionUpdate: "tool_call_update",
          toolCallId,
          content: [{ type: "content", content: { type: "text", text } }],
          _meta: { stream },
        }),
      finish: (status, fields, read) => {
        this.tokens.read(read);
        return this.#update({ sessionUpdate: "tool_call_update", toolCallId, status, ...fields });
      },
    };
  }

  async #update(update: SessionUpdate): Promise<void> {
    await this.options.client.notify("session/update", { sessionId: this.options.sessionId, update });
  }
}
