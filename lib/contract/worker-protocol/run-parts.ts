import { z } from "zod";
import { SessionUsage } from "../agents/get-usage";
import { McpServer } from "../agents/mcp-server";
import { CustomSubagents } from "../agents/subagent";

export const RunId = z.string().regex(/^run-[0-9a-f-]{36}$/, "must be a run id");
/** Folders are named after this id. */
export const AgentId = z.string().regex(/^bc-[0-9a-fA-F-]{36}$/, "must be an agent id");

/** A run stream frame as the runner emits it, without an id. */
export const WireFrame = z.object({
  event: z.enum(["assistant", "thinking", "tool_call", "interaction_update", "error"]),
  data: z.unknown(),
});
export type WireFrame = z.infer<typeof WireFrame>;

/** Asks for the access token of a connected MCP server. */
export const McpTokenRequest = z.object({ server: z.string().max(1_000), rejected: z.string().max(16_384).optional() });
export const McpTokenResponse = z.object({ token: z.string() });

/** A read-only git credential for the agent's own commands. */
export const AgentGitResponse = z.object({ username: z.string(), password: z.string() });

const count = z.number().int().nonnegative();

export const WireOutcome = z.object({
  status: z.enum(["FINISHED", "ERROR", "CANCELLED"]),
  /** Absent when the worker doesn't know; the stored text is then the reply. */
  result: z.string().max(4_000_000).optional(),
  error: z.object({ code: z.string().max(100), message: z.string().max(8_192) }).optional(),
  branches: z.array(z.object({ repoUrl: z.string().max(2_048), branch: z.string().max(1_024) })).max(20),
  sessionId: z.string().max(1_024).optional(),
  usage: z
    .object({ inputTokens: count, outputTokens: count, cacheReadTokens: count, cacheWriteTokens: count })
    .optional(),
  sessionUsage: SessionUsage.optional(),
});
export type WireOutcome = z.infer<typeof WireOutcome>;

const Text = z.object({ id: z.string(), value: z.string() });

/**
 * Everything a worker needs for one run, except what the worker configures itself: the folder and the program for the
 * model id. Fetched over HTTP because images can be large.
 */
export const WireRunSpec = z.object({
  agentId: AgentId,
  runId: RunId,
  prompt: z.object({ text: z.string(), images: z.array(z.object({ mimeType: z.string(), data: z.string() })) }),
  mode: z.enum(["agent", "plan"]),
  model: z.object({ id: z.string(), params: z.array(Text) }),
  repositories: z.array(
    z.object({
      url: z.string(),
      /** Absolute, or relative to the URL the worker uses for the service. */
      cloneUrl: z.string(),
      startingRef: z.string().optional(),
      directory: z.string().regex(/^(?!\.{1,2}$)[A-Za-z0-9._-]+$/),
    }),
  ),
  branch: z.object({ name: z.string(), current: z.boolean() }),
  variables: z.record(z.string(), z.string()),
  /** How the agent program is set up. `env` and `login` have its keys, only for workers of team pools. */
  agent: z
    .object({
      env: z.record(z.string(), z.string()),
      authMethod: z.string().optional(),
      mode: z.string().optional(),
      model: z.string().optional(),
      options: z.record(z.string(), z.string()).optional(),
      exitCodes: z.record(z.string(), z.object({ text: z.string(), needsKey: z.boolean().optional() })).optional(),
      preset: z.string().optional(),
      homeFiles: z.record(z.string(), z.string()).optional(),
      login: z.object({ id: z.string(), files: z.record(z.string(), z.string()) }).optional(),
      endpoints: z.array(z.string()).optional(),
    })
    .optional(),
  mcpServers: z.array(McpServer),
  /** Servers whose access token the worker fetches, by name. */
  connectedServers: z.array(z.string()).optional(),
  /** PEM certificates of the servers on a private network, by name; empty for the system's. */
  privateServers: z.record(z.string(), z.string()).optional(),
  subagents: CustomSubagents.optional(),
  sessionId: z.string().optional(),
  conversation: z.array(z.object({ prompt: z.string(), reply: z.string() })),
  author: z.object({ name: z.string(), email: z.string() }),
  owner: z.string(),
  variablePrefix: z.string(),
  /** URLs of the service that the agent may use; the worker may use another one. Absent from earlier services. */
  serviceUrls: z.array(z.string()).optional(),
  /** The team's egress policy, in addition to the worker's own. */
  egress: z.object({ inherited: z.array(z.string()), blocked: z.array(z.string()) }),
});
export type WireRunSpec = z.infer<typeof WireRunSpec>;
