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

const wordsAtOnce = 4;
const longestSpeech = 2_000;

export interface TurnOptions {
  client: AgentContext;
  sessionId: string;
  cwd: string;
  /** Other folders that may be written. */
  folders: readonly string[];
  signal: AbortSignal;
  /** Between two groups of words. */
  delayMs: number;
  /** For one command. */
  timeLimitMs: number;
}

export interface ToolStart {
  title: string;
  name: string;
  kind: ToolKind;
  rawInput: Record<string, unknown>;
  content?: ToolCallContent[];
  path?: string;
  /** What the agent says with the call, as its tokens are counted. */
  written: string;
}

/** A tool call that was announced. */
export interface RunningTool {
  /** Sends a piece of a command's output. */
  output(stream: "stdout" | "stderr", text: string): Promise<void>;
  /** `read` is what the agent learns from the call, as its tokens are counted. */
  finish(
    status: "completed" | "failed",
    fields: Pick<ToolCallUpdate, "content" | "rawOutput">,
    read: string,
  ): Promise<void>;
}

/** What the agent can do in one turn of a session: speak, think, and show its tool calls. */
export class Turn {
  readonly options: TurnOptions;
  readonly tokens = new TokenCount();
  #calls = 0;
  #spoke = false;

  constructor(options: TurnOptions) {
    this.options = options;
  }

  /** Says a paragraph, a few words at a time. */
  async say(markdown: string): Promise<void> {
    const text = markdown.trim();
    if (text === "") return;
    const words = (this.#spoke ? `\n\n${text}` : text).match(/\s*\S+/g) ?? [];
    this.#spoke = true;
    this.tokens.wrote(words.join(""));
    const groups = Math.ceil(words.length / wordsAtOnce);
    const pause = Math.min(this.options.delayMs, longestSpeech / groups);
    for (let index = 0; index < words.length; index += wordsAtOnce) {
      this.options.signal.throwIfAborted();
      const content = { type: "text" as const, text: words.slice(index, index + wordsAtOnce).join("") };
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
