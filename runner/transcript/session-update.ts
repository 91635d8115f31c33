import { z } from "zod";
import { TodoEntry } from "./todo-list";

/** The parts of the protocol's messages the runner uses. All messages are validated; unknown fields are allowed. */

const Meta = z.record(z.string(), z.unknown()).nullish();

export const ContentBlock = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  data: z.string().optional(),
  mimeType: z.string().nullish(),
  uri: z.string().nullish(),
  name: z.string().nullish(),
  resource: z.looseObject({ uri: z.string(), text: z.string().optional() }).optional(),
});
export type ContentBlock = z.infer<typeof ContentBlock>;

const ToolContent = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("content"), content: ContentBlock }),
  z.looseObject({ type: z.literal("diff"), path: z.string(), oldText: z.string().nullish(), newText: z.string() }),
  z.looseObject({ type: z.literal("terminal"), terminalId: z.string() }),
]);
export type ToolContent = z.infer<typeof ToolContent>;

const ToolFields = {
  toolCallId: z.string(),
  title: z.string().nullish(),
  name: z.string().nullish(),
  kind: z.string().nullish(),
  status: z.enum(["pending", "in_progress", "completed", "failed"]).nullish(),
  content: z.array(ToolContent).nullish(),
  locations: z.array(z.looseObject({ path: z.string(), line: z.number().nullish() })).nullish(),
  rawInput: z.unknown().optional(),
  rawOutput: z.unknown().optional(),
  _meta: Meta,
};

export const ToolUpdate = z.looseObject(ToolFields);
export type ToolUpdate = z.infer<typeof ToolUpdate>;

const Command = z.looseObject({
  name: z.string(),
  description: z.string().catch(""),
  input: z
    .looseObject({ hint: z.string().optional().catch(undefined) })
    .nullish()
    .catch(undefined),
});
export type Command = z.infer<typeof Command>;

const ConfigChoice = z.object({
  value: z.string(),
  name: z.string().optional().catch(undefined),
  description: z.string().nullish().catch(undefined),
});
const ConfigChoices = z.array(
  z.union([
    ConfigChoice.transform((choice) => [choice]),
    z.object({ options: z.array(ConfigChoice) }).transform(({ options }) => options),
  ]),
);
const ConfigOption = z.looseObject({
  id: z.string(),
  name: z.string().optional().catch(undefined),
  category: z.string().nullish(),
  currentValue: z.unknown(),
  type: z.string(),
  options: ConfigChoices.transform((groups) => groups.flat()).optional(),
});
export type ConfigOption = z.infer<typeof ConfigOption>;

const ChunkMeta = Meta.catch(undefined);
const optionalId = z.string().nullish().catch(undefined);
const size = z.number().nonnegative();

const SessionUpdate = z.discriminatedUnion("sessionUpdate", [
  z.looseObject({
    sessionUpdate: z.literal("agent_message_chunk"),
    content: ContentBlock,
    messageId: optionalId,
    _meta: ChunkMeta,
  }),
  z.looseObject({ sessionUpdate: z.literal("agent_thought_chunk"), content: ContentBlock, _meta: ChunkMeta }),
  z.looseObject({ sessionUpdate: z.literal("tool_call"), ...ToolFields }),
  z.looseObject({ sessionUpdate: z.literal("tool_call_update"), ...ToolFields }),
  z.looseObject({ sessionUpdate: z.literal("plan"), entries: z.array(TodoEntry) }),
  z.looseObject({ sessionUpdate: z.literal("available_commands_update"), availableCommands: z.array(Command) }),
  z.looseObject({
    sessionUpdate: z.literal("usage_update"),
    used: size,
    size,
    cost: z
      .looseObject({ amount: size, currency: z.string().max(10) })
      .nullish()
      .catch(undefined),
  }),
  z.looseObject({ sessionUpdate: z.literal("session_info_update"), _meta: Meta }),
  z.looseObject({ sessionUpdate: z.literal("config_option_update"), configOptions: z.array(ConfigOption) }),
]);
export type SessionUpdate = z.infer<typeof SessionUpdate>;

const Notification = z.looseObject({ sessionId: z.string(), update: z.unknown().optional() });

/** Parses the update of a `session/update` notification. Returns undefined for unknown kinds and invalid updates. */
export function parseSessionUpdate(value: unknown): SessionUpdate | undefined {
  const notification = Notification.safeParse(value);
  if (!notification.success) return undefined;
  const update = SessionUpdate.safeParse(notification.data.update);
  return update.success ? update.data : undefined;
}

const Modes = z.looseObject({
  currentModeId: z.string(),
  availableModes: z.array(
    z.looseObject({ id: z.string(), name: z.string(), description: z.string().nullish().catch(undefined) }),
  ),
});
export type Modes = z.infer<typeof Modes>;

const Models = z.looseObject({
  currentModelId: z.string(),
  availableModels: z.array(
    z.looseObject({ modelId: z.string(), name: z.string().catch(""), description: z.string().nullish() }),
  ),
});

const AuthMethod = z.looseObject({
  id: z.string(),
  name: z.string().catch(""),
  description: z.string().nullish().catch(undefined),
  /** `terminal`: the program runs the login itself, started with `args` and `env`. */
  type: z.string().nullish().catch(undefined),
  args: z.array(z.string()).nullish().catch(undefined),
  env: z.record(z.string(), z.string()).nullish().catch(undefined),
  /** Variables of a method that reads its key from the environment. */
  vars: z
    .array(z.looseObject({ name: z.string() }))
    .nullish()
    .catch(undefined),
  _meta: Meta,
});
export type AuthMethod = z.infer<typeof AuthMethod>;

export const InitializeResponse = z.looseObject({
  protocolVersion: z.number(),
  agentInfo: z
    .looseObject({ name: z.string(), title: z.string().nullish(), version: z.string().catch("") })
    .nullish()
    .catch(undefined),
  authMethods: z.array(AuthMethod).catch([]).default([]),
  agentCapabilities: z
    .looseObject({
      loadSession: z.boolean().catch(false).default(false),
      promptCapabilities: z.looseObject({ image: z.boolean().catch(false).default(false) }).optional(),
      mcpCapabilities: z
        .looseObject({ http: z.boolean().catch(false).default(false), sse: z.boolean().catch(false).default(false) })
        .optional(),
      sessionCapabilities: z
        .looseObject({
          additionalDirectories: z.unknown().optional(),
          resume: z.unknown().optional(),
          close: z.unknown().optional(),
        })
        .nullish()
        .catch(undefined),
    })
    .nullish(),
});
export type InitializeResponse = z.infer<typeof InitializeResponse>;

export const SessionState = z.looseObject({
  modes: Modes.nullish().catch(undefined),
  configOptions: z.array(ConfigOption).nullish().catch(undefined),
  /** Not in the stable protocol yet, but agents send it. */
  models: Models.nullish().catch(undefined),
});
export type SessionState = z.infer<typeof SessionState>;

export const NewSessionResponse = SessionState.extend({ sessionId: z.string().min(1).max(1_024) });

const tokens = z.number().int().nonnegative().catch(0).default(0);
const Usage = z
  .looseObject({
    inputTokens: tokens,
    outputTokens: tokens,
    cachedReadTokens: z.number().int().nonnegative().nullish(),
    cachedWriteTokens: z.number().int().nonnegative().nullish(),
    cacheReadTokens: z.number().int().nonnegative().nullish(),
    cacheWriteTokens: z.number().int().nonnegative().nullish(),
  })
  .transform((usage) => ({
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheReadTokens: usage.cachedReadTokens ?? usage.cacheReadTokens ?? 0,
    cacheWriteTokens: usage.cachedWriteTokens ?? usage.cacheWriteTokens ?? 0,
  }));

const TokenCount = z
  .looseObject({
    input_tokens: tokens,
    output_tokens: tokens,
    inputTokens: tokens,
    outputTokens: tokens,
    cachedInputTokens: tokens,
    cacheWriteInputTokens: tokens,
  })
  .transform((count) => ({
    inputTokens: count.input_tokens || count.inputTokens,
    outputTokens: count.output_tokens || count.outputTokens,
    cacheReadTokens: count.cachedInputTokens,
    cacheWriteTokens: count.cacheWriteInputTokens,
  }));

export const PromptResponse = z.looseObject({
  stopReason: z.enum(["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"]),
  /** Not in the stable protocol yet, but agents send it. */
  usage: Usage.nullish().catch(undefined),
  _meta: z
    .looseObject({
      usage: Usage.nullish().catch(undefined),
      quota: z
        .looseObject({ token_count: TokenCount.nullish().catch(undefined) })
        .nullish()
        .catch(undefined),
    })
    .nullish()
    .catch(undefined),
});
export type PromptResponse = z.infer<typeof PromptResponse>;

/** An error that an agent retries, as Codex reports it. */
const AgentProblem = z.looseObject({ codex: z.looseObject({ error: z.looseObject({ message: z.string() }) }) });

/** The message of an error that the agent reports outside the conversation. */
export function reportedProblem(meta: unknown): string | undefined {
  const problem = AgentProblem.safeParse(meta);
  return problem.success ? problem.data.codex.error.message : undefined;
}
