import { z } from "zod";
import { AnswerValue, Question } from "@/lib/contract/agents/question";
import { Git, RunFailure } from "@/lib/contract/agents/run";
import type { TypedCall } from "./state";

const count = z.number().nonnegative().catch(0);

export const Text = z.looseObject({ text: z.string() });

export const StatusPayload = z.looseObject({ status: z.string() });

export const ErrorPayload = z.looseObject({ code: z.string(), message: z.string() });

const ToolCallBare = z.looseObject({
  callId: z.string(),
  name: z.string().catch("tool"),
  status: z.string().catch("running"),
  args: z.unknown().optional(),
  result: z.unknown().optional(),
  truncated: z
    .looseObject({ args: z.boolean().catch(false), result: z.boolean().catch(false) })
    .optional()
    .catch(undefined),
});

/** Some services wrap the payload in `data`. */
export const ToolCallPayload = z.union([
  ToolCallBare,
  z.looseObject({ data: ToolCallBare }).transform(({ data }) => data),
]);
export type ToolCallPayload = z.infer<typeof ToolCallBare>;

export const ResultPayload = z.looseObject({
  status: z.string(),
  text: z.string().catch(""),
  durationMs: z.number().optional().catch(undefined),
  git: Git.optional().catch(undefined),
  error: RunFailure.optional().catch(undefined),
});

const Outcome = z.union([
  z.looseObject({ status: z.literal("success"), value: z.unknown().optional() }),
  z
    .looseObject({
      status: z.literal("error"),
      error: z.looseObject({ message: z.string().catch("Unknown error.") }).catch({ message: "Unknown error." }),
    })
    .transform(({ error }) => ({ status: "error" as const, message: error.message })),
]);

const Typed = z
  .looseObject({ type: z.string(), args: z.unknown().optional(), result: Outcome.optional().catch(undefined) })
  .transform(({ type, args, result }): TypedCall => ({ type, args, result }));

export const UserMessage = z.looseObject({
  userMessage: z.looseObject({ text: z.string(), images: z.array(z.unknown()).catch([]) }),
});

export const CallUpdate = z.looseObject({ callId: z.string(), toolCall: Typed });

export const ShellOutput = z.looseObject({
  callId: z.string().optional().catch(undefined),
  event: z.looseObject({
    case: z.enum(["stdout", "stderr"]),
    value: z.looseObject({ data: z.string() }),
  }),
});

/** An update of the subagent that a call started. */
export const NestedUpdate = z.looseObject({
  type: z.literal("tool-call-delta"),
  callId: z.string(),
  taskUpdate: z.looseObject({ type: z.string() }),
});

export const ThinkingCompleted = z.looseObject({ thinkingDurationMs: z.number().nonnegative() });

export const StepPayload = z.looseObject({
  stepId: z.number(),
  stepDurationMs: z.number().optional().catch(undefined),
});

export const Summary = z.looseObject({ summary: z.string() });

export const TurnEnded = z.looseObject({
  mode: z.string().optional().catch(undefined),
  usage: z
    .looseObject({ inputTokens: count, outputTokens: count, cacheReadTokens: count, cacheWriteTokens: count })
    .optional()
    .catch(undefined),
});

export const Update = z.looseObject({ type: z.string() });
/** The environment a run was started with. */
export const RunEnvironment = z.object({
  name: z.string().optional(),
  user: z.string().optional(),
  egressMode: z.string(),
  testing: z.boolean(),
  ports: z.array(z.object({ name: z.string().optional(), port: z.number() })),
});

export const BlockedConnection = z.object({ host: z.string(), port: z.number(), reason: z.string() });

/** The stored result of `install` that a run started from or created. */
export const RunSnapshot = z.object({ id: z.string(), action: z.enum(["stored", "restored"]) });

/** What the agent reports about its session: its cost so far, and tokens in the context window. */
export const SessionUsage = z.object({
  context: z.object({ used: count, size: count }).optional().catch(undefined),
  cost: z.object({ amount: z.number().nonnegative(), currency: z.string() }).optional().catch(undefined),
});

export const InjectionState = z.looseObject({
  state: z.string(),
  message: z.string().optional().catch(undefined),
  environment: RunEnvironment.optional(),
  connection: BlockedConnection.optional(),
  snapshot: RunSnapshot.optional(),
  session: SessionUsage.optional().catch(undefined),
});

export const AskedQuestion = z.looseObject({ state: z.literal("question"), question: Question });

export const ClosedQuestion = z.looseObject({
  state: z.literal("question-closed"),
  questionId: z.string(),
  end: z.string().catch("answered"),
  values: z.record(z.string(), AnswerValue).optional().catch(undefined),
});
