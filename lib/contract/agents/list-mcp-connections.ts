import { z } from "zod";
import { defineOperation } from "../operation";
import { McpConnection } from "./mcp-connection";
import { NoQuery } from "./pagination";

export const listMcpConnections = defineOperation({
  id: "listMcpConnections",
  summary: "List the caller's connected MCP servers",
  method: "GET",
  path: "/v1/mcp-connections",
  pathParams: z.object({}),
  query: NoQuery,
  response: z.looseObject({ items: z.array(McpConnection) }),
  family: "agents",
});
