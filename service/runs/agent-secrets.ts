import { z } from "zod";
import { McpServers } from "@/lib/contract/agents/mcp-server";

/** What an agent keeps encrypted: session variables and tool servers with their credentials. */
export const AgentSecrets = z.object({
  envVars: z.record(z.string(), z.string()).default({}),
  mcpServers: McpServers.default([]),
});
export type AgentSecrets = z.output<typeof AgentSecrets>;

/** Tool servers given with a follow-up; they replace the agent's for that run. */
export const RunSecrets = z.object({ mcpServers: McpServers });
