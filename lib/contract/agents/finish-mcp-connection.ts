import { z } from "zod";
import { defineOperation } from "../define-operation";
import { McpConnection } from "./mcp-connection";

export const finishMcpConnection = defineOperation({
  id: "finishMcpConnection",
  summary: "Finish connecting a remote MCP server with the authorization server's response",
  method: "POST",
  path: "/v1/mcp-connections/finish",
  body: z.strictObject({
    state: z.string().min(1).max(200),
    /** The query of the redirect: `code`, `iss` or `error`. */
    response: z.record(z.string().max(100), z.string().max(8_192)),
  }),
  response: McpConnection,
});
