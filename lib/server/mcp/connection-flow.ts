import "server-only";
import { createHash } from "node:crypto";

export const mcpCallbackPath = "/api/mcp-callback";

/** The page that shows the result of connecting an MCP server. */
export const mcpResultPath = "/mcp-connection";

export function mcpStateHash(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}
