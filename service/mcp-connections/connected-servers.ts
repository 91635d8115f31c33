import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { type McpServer, McpServers } from "@/lib/contract/agents/mcp-server";
import type { AgentRow } from "../agent-access/find-agent";
import type { Context } from "../core/context";
import { runs } from "../core/store/tables/agents";
import { mcpConnections } from "../core/store/tables/mcp-connections";
import { agentConnectionOwner } from "./connection-owner";
import { normalizedUrl } from "./mcp-secrets";

const Servers = z.object({ mcpServers: McpServers.default([]) });

/** The MCP servers of an agent's run, with their credentials: those of the follow-up, or the agent's. */
export async function agentMcpServers(
  { db, cipher }: Pick<Context, "db" | "cipher">,
  agent: Pick<AgentRow, "secrets" | "latestRunId">,
  runId = agent.latestRunId,
): Promise<McpServer[]> {
  const [run] = await db.select({ secrets: runs.secrets }).from(runs).where(eq(runs.id, runId));
  const sealed = run?.secrets ?? agent.secrets;
  return sealed ? Servers.parse(cipher.open(sealed)).mcpServers : [];
}

/** The id that a server's connection is stored under: of its `auth`, or empty. Undefined if it has other credentials. */
function connectionKey({ type, url, headers, auth }: McpServer): { url: string; clientId: string } | undefined {
  if (type === "stdio" || url === undefined || headers) return undefined;
  return { url: normalizedUrl(url), clientId: auth?.CLIENT_ID ?? "" };
}

/** The remote servers that can be connected with OAuth. `connectionId` is undefined for those that aren't. */
export async function findConnections(
  { db }: Pick<Context, "db">,
  agent: Pick<AgentRow, "teamId" | "userId" | "serviceAccountId">,
  servers: readonly McpServer[],
): Promise<{ server: McpServer; connectionId: string | undefined }[]> {
  const keyed = servers.flatMap((server) => {
    const key = connectionKey(server);
    return key ? [{ server, key }] : [];
  });
  if (keyed.length === 0) return [];
  const { teamId, owner } = agentConnectionOwner(agent);
  const rows = await db
    .select({ id: mcpConnections.id, url: mcpConnections.url, clientId: mcpConnections.clientId })
    .from(mcpConnections)
    .where(and(eq(mcpConnections.teamId, teamId), eq(mcpConnections.owner, owner)));
  return keyed.map(({ server, key }) => ({
    server,
    connectionId: rows.find(({ url, clientId }) => url === key.url && clientId === key.clientId)?.id,
  }));
}
