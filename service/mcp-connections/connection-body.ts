import type { McpConnection } from "@/lib/contract/agents/mcp-connection";
import { isoTime } from "@/lib/core/clock";
import type { mcpConnections } from "../core/store/tables/mcp-connections";

/** A connection as the API returns it, without its tokens. */
export function connectionBody(row: typeof mcpConnections.$inferSelect): McpConnection {
  const { id, url, clientId, issuer, scope, createdAt, updatedAt } = row;
  return {
    id,
    url,
    ...(clientId === "" ? {} : { clientId }),
    issuer,
    ...(scope === null ? {} : { scope }),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}
