import { and, asc, eq } from "drizzle-orm";
import { listMcpConnections } from "@/lib/contract/agents/list-mcp-connections";
import { implement } from "../core/http/implement";
import { mcpConnections } from "../core/store/tables/mcp-connections";
import { connectionBody } from "./connection-body";
import { callerOwner } from "./connection-owner";

export const listMcpConnectionsOperation = implement(listMcpConnections, async ({ principal }, { db }) => {
  const { teamId, owner } = callerOwner(principal);
  const rows = await db
    .select()
    .from(mcpConnections)
    .where(and(eq(mcpConnections.teamId, teamId), eq(mcpConnections.owner, owner)))
    .orderBy(asc(mcpConnections.url), asc(mcpConnections.id));
  return { items: rows.map(connectionBody) };
});
