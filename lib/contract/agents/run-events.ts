import { z } from "zod";
import { openEnum } from "../open-enum";
import { AnswerValue, Question } from "./question";
import { Git, RunFailure, RunStatus } from "./run";

const Text = z.looseObject({ text: z.string() });
const Empty = z.looseObject({});
const callIds = { callId: z.string(), modelCallId: z.string() };

/** A tool call with its arguments and, once completed, its result. Both depend on `type`. */
const TypedCall = z.looseObject({
  type: z.string(),
  args: z.unknown(),
  result: z
    .union([
      z.looseObject({ status: z.literal("success"), value: z.unknown() }),
      z.looseObject({ status: z.literal("error"), error: z.looseObject({ message: z.string() }) }),
    ])
    .optional(),
});

const injectionStates = [
  "unisolated",
  "environment",
  "snapshot-stored",
  "snapshot-restored",
  "connection-blocked",
  "session-usage",
  "notice",
  "question",
  "question-closed",
] as const;

/** Fields of the updates that `interaction_update` events contain, by `type`. */
export const interactionUpdates = {
  "user-message-appended": {
    userMessage: z.looseObject({
      type: z.literal("user_message"),
      session_id: z.string(),
      text: z.string(),
      images: z.array(z.looseObject({ type: z.literal("base64"), data: z.string() })).optional(),
    }),
  },
  "text-delta": { text: z.string() },
  "thinking-delta": { text: z.string() },
  "thinking-completed": { thinkingDurationMs: z.number() },
  "tool-call-started": { ...callIds, toolCall: TypedCall },
  "tool-call-completed": { ...callIds, toolCall: TypedCall },
  /** `taskUpdate`: an update of the subagent that the call started. */
  "tool-call-delta": { ...callIds, taskUpdate: z.looseObject({ type: z.string() }) },
  "shell-output-delta": {
    callId: z.string(),
    event: z.looseObject({ case: openEnum(["stdout", "stderr"]), value: z.looseObject({ data: z.string() }) }),
  },
  "step-started": { stepId: z.number() },
  "step-completed": { stepId: z.number(), stepDurationMs: z.number() },
  "turn-ended": {
    usage: z
      .looseObject({
        inputTokens: z.number(),
        outputTokens: z.number(),
        cacheReadTokens: z.number(),
        cacheWriteTokens: z.number(),
      })
      .optional(),
  },
  /** A state of the run or of its question, with details by `state`. */
  "context-injection-state": {
    injectionId: z.string(),
    state: openEnum(injectionStates),
    message: z.string().optional(),
    question: Question.optional(),
    questionId: z.string().optional(),
    end: z.string().optional(),
    values: z.record(z.string(), AnswerValue).optional(),
  },
} as const satisfies Readonly<Record<string, z.core.$ZodLooseShape>>;

const knownUpdates = Object.entries(interactionUpdates).map(([type, fields]) =>
  z.looseObject({ type: z.literal(type), ...fields }),
);

/** Payloads of a run stream's events, by the event's name (specification, section 6 Run stream). */
export const runEvents = {
  status: z.looseObject({ runId: z.string(), status: RunStatus }),
  assistant: Text,
  thinking: Text,
  tool_call: z.looseObject({
    callId: z.string(),
    name: z.string(),
    status: openEnum(["running", "completed"]),
    args: z.unknown().optional(),
    result: z.unknown().optional(),
    truncated: z.looseObject({ args: z.boolean().optional(), result: z.boolean().optional() }).optional(),
  }),
  /** Clients must ignore other types. */
  interaction_update: z.union([...knownUpdates, z.looseObject({ type: z.string() })]),
  heartbeat: Empty,
  result: z.looseObject({
    runId: z.string(),
    status: RunStatus,
    text: z.string().optional(),
    durationMs: z.number().int().nonnegative().optional(),
    git: Git.optional(),
    error: RunFailure.optional(),
  }),
  error: z.looseObject({ code: z.string(), message: z.string() }),
  done: Empty,
} as const;
