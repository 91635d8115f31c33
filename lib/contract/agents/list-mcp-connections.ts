import { z } from "zod";
import { defineOperation } from "../define-operation";
import { McpConnection } from "./mcp-connection";

export const listMcpConnections = defineOperation({
  id: "listMcpConnections",
  summary: "List the caller's connected MCP servers",
  method: "GET",
  path: "/v1/mcp-connections",
  response: z.looseObject({ items: z.array(McpConnection) }),
});
