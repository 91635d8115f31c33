import { z } from "zod";
import { McpServers } from "@/lib/contract/agents/mcp-server";
import type { RunSpec } from "@/runner/run/run-spec";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import type { RunRow } from "./run-body";

/** An agent's encrypted data: session variables and tool servers with their credentials. */
const AgentSecrets = z.object({
  envVars: z.record(z.string(), z.string()).default({}),
  mcpServers: McpServers.default([]),
});

/** Tool servers of a follow-up. They replace the agent's for that run. */
const OwnSecrets = z.object({ mcpServers: McpServers });

/** Decrypts the session variables and the tool servers of a run. */
export function runSecrets(
  { cipher }: Pick<Context, "cipher">,
  agent: Pick<AgentRow, "secrets">,
  run: Pick<RunRow, "secrets">,
): { variables: RunSpec["variables"]; mcpServers: z.infer<typeof McpServers> } {
  const { envVars, mcpServers } = AgentSecrets.parse(agent.secrets ? cipher.open(agent.secrets) : {});
  const own = run.secrets ? OwnSecrets.parse(cipher.open(run.secrets)).mcpServers : undefined;
  return { variables: envVars, mcpServers: own ?? mcpServers };
}
