import type { Branch } from "@/lib/contract/agents/run";
import { nothingSeen, type Seen } from "./seen";

/** An event of a run stream. */
export interface Frame {
  id?: string | undefined;
  event: string;
  data?: unknown;
}

export interface OutputPiece {
  stream: "stdout" | "stderr";
  text: string;
}

/** What is known of a tool call from its typed form. */
export interface TypedCall {
  type: string;
  args: unknown;
  result?: { status: "success"; value?: unknown } | { status: "error"; message: string } | undefined;
}

interface Placed {
  key: string;
  /** Id of the event the row began with: what a link to it names. */
  eventId?: string | undefined;
}

export interface PromptRow extends Placed {
  kind: "prompt";
  text: string;
  images: number;
}

export interface MessageRow extends Placed {
  kind: "message";
  text: string;
}

export interface ThinkingRow extends Placed {
  kind: "thinking";
  text: string;
  durationMs?: number | undefined;
}

export interface ToolRow extends Placed {
  kind: "tool";
  callId: string;
  name: string;
  /** `stopped`: the run ended before the call did. */
  status: "running" | "completed" | "failed" | "stopped";
  args: unknown;
  result: unknown;
  omitted: { args: boolean; result: boolean };
  typed?: TypedCall | undefined;
  output: readonly OutputPiece[];
  /** What a subagent said while this call ran. */
  nested: string;
}

export interface SummaryRow extends Placed {
  kind: "summary";
  text: string;
}

/** An event of a newer service: kept and shown as it came. */
export interface RawRow extends Placed {
  kind: "raw";
  event: string;
  data: unknown;
}

export type Row = PromptRow | MessageRow | ThinkingRow | ToolRow | SummaryRow | RawRow;

export interface RunOutcome {
  status: string;
  text: string;
  durationMs?: number | undefined;
  branches: readonly Branch[];
  failure?: { message: string; code?: string | undefined } | undefined;
}

interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
}

export interface Step {
  id: number;
  durationMs?: number | undefined;
}

/** Everything the stream of one run has said so far. */
export interface Transcript {
  rows: readonly Row[];
  status?: string | undefined;
  outcome?: RunOutcome | undefined;
  usage?: TokenUsage | undefined;
  steps: readonly Step[];
  unisolated: boolean;
  /** The last `error` event: the stream's trouble, not the run's. */
  trouble?: { code: string; message: string } | undefined;
  done: boolean;
  seen: Seen;
  /** Index of the row of each tool call. */
  calls: ReadonlyMap<string, number>;
}

export const emptyTranscript: Transcript = {
  rows: [],
  steps: [],
  unisolated: false,
  done: false,
  seen: nothingSeen,
  calls: new Map(),
};
