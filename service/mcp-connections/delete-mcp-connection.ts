import { and, eq } from "drizzle-orm";
import { deleteMcpConnection } from "@/lib/contract/agents/delete-mcp-connection";
import { apiError } from "../core/http/api-error";
import { implement } from "../core/http/implement";
import { mcpConnections } from "../core/store/tables/mcp-connections";
import { callerOwner } from "./connection-owner";

export const deleteMcpConnectionOperation = implement(
  deleteMcpConnection,
  async ({ params: { id }, principal }, { db }) => {
    const { teamId, owner } = callerOwner(principal);
    const deleted = await db
      .delete(mcpConnections)
      .where(and(eq(mcpConnections.id, id), eq(mcpConnections.teamId, teamId), eq(mcpConnections.owner, owner)))
      .returning({ id: mcpConnections.id });
    if (deleted.length === 0) throw apiError.agents(404, "mcp_connection_not_found", `MCP connection ${id} not found`);
    return { id };
  },
);
