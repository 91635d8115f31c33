import { z } from "zod";

/** A remote MCP server that a user authorized. The caller's agents use it wherever a server has this URL. */
export const McpConnection = z.looseObject({
  id: z.string(),
  url: z.string(),
  /** Absent if the service registered itself with the authorization server. */
  clientId: z.string().optional(),
  issuer: z.string(),
  scope: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type McpConnection = z.output<typeof McpConnection>;
