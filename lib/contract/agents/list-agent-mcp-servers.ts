import { z } from "zod";
import { defineOperation } from "../define-operation";
import { AgentPath } from "./agent";

export const listAgentMcpServers = defineOperation({
  id: "listAgentMcpServers",
  summary: "List the remote MCP servers of an agent's latest run that can be connected with OAuth",
  method: "GET",
  path: "/v1/agents/{id}/mcp-servers",
  pathParams: AgentPath,
  response: z.looseObject({
    items: z.array(
      z.looseObject({
        name: z.string(),
        url: z.string(),
        /** The server has `auth`: runs fail until it is connected. */
        required: z.boolean(),
        connected: z.boolean(),
      }),
    ),
  }),
});
