import type { z } from "zod";
import type { AnswerValue, Question } from "@/lib/contract/agents/question";
import type { Branch } from "@/lib/contract/agents/run";
import type { BlockedConnection, RunEnvironment, RunSnapshot, SessionUsage } from "./payloads";
import { emptySeen, type SeenEvents } from "./seen";

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

/** Data of a tool call from its full form. */
export interface TypedCall {
  type: string;
  args: unknown;
  result?: { status: "success"; value?: unknown } | { status: "error"; message: string } | undefined;
}

interface Placed {
  key: string;
  /** Id of the row's first event, used in links. */
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
  /** Key of the row of a call that was running when this one started. */
  parallelTo?: string | undefined;
  /** What a subagent did during this call. */
  nested?: Transcript | undefined;
}

export interface SummaryRow extends Placed {
  kind: "summary";
  text: string;
}

/** What an agent program reports outside the conversation, such as that it retries. */
export interface NoticeRow extends Placed {
  kind: "notice";
  text: string;
}

/** A question from the agent to the user. */
export interface QuestionRow extends Placed {
  kind: "question";
  question: Question;
  /** How it ended; absent while it is open. */
  end?: string | undefined;
  values?: Readonly<Record<string, AnswerValue>> | undefined;
}

/** An event of a newer service, shown as is. */
export interface RawRow extends Placed {
  kind: "raw";
  event: string;
  data: unknown;
}

export type Row = PromptRow | MessageRow | ThinkingRow | ToolRow | SummaryRow | NoticeRow | QuestionRow | RawRow;

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

/** What a list of rows no longer contains. */
export interface DroppedRows {
  rows: number;
  /** Calls among them and in them. */
  calls: number;
  failed: number;
}

/** The state of a run's stream, or of a subagent's part of it, which has only rows. */
export interface Transcript {
  rows: readonly Row[];
  /** Rows dropped from the start of a subagent's. A run keeps all. */
  dropped: DroppedRows;
  status?: string | undefined;
  outcome?: RunOutcome | undefined;
  usage?: TokenUsage | undefined;
  steps: readonly Step[];
  unisolated: boolean;
  /** The run was in plan mode. */
  planned: boolean;
  /** Settings of the environment file, if the run has one. */
  environment?: z.infer<typeof RunEnvironment> | undefined;
  snapshot?: z.infer<typeof RunSnapshot> | undefined;
  /** What the agent last reported about its session. */
  session?: z.infer<typeof SessionUsage> | undefined;
  /** Connections the egress policy blocked, each destination once. */
  blocked: readonly z.infer<typeof BlockedConnection>[];
  /** The last `error` event: an error of the stream, not of the run. */
  streamError?: { code: string; message: string } | undefined;
  done: boolean;
  seen: SeenEvents;
  /** Position of the row of each tool call, or of the row that contains it, counting dropped rows. */
  calls: ReadonlyMap<string, number>;
}

export const emptyTranscript: Transcript = {
  rows: [],
  dropped: { rows: 0, calls: 0, failed: 0 },
  steps: [],
  unisolated: false,
  planned: false,
  blocked: [],
  done: false,
  seen: emptySeen,
  calls: new Map(),
};
