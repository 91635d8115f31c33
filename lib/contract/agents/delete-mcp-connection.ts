import { z } from "zod";
import { defineOperation } from "../define-operation";

export const deleteMcpConnection = defineOperation({
  id: "deleteMcpConnection",
  summary: "Disconnect an MCP server and delete its tokens",
  method: "DELETE",
  path: "/v1/mcp-connections/{id}",
  pathParams: z.object({ id: z.string() }),
  response: z.looseObject({ id: z.string() }),
});
