import { z } from "zod";

/** URL of a remote MCP server. */
export const remoteUrl = z.string().superRefine((value, context) => {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    context.addIssue({ code: "custom", message: "must be an http or https URL" });
    return;
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    context.addIssue({ code: "custom", message: "must be an http or https URL" });
  } else if (url.username || url.password) {
    context.addIssue({ code: "custom", message: "must not contain a username or password" });
  }
});

/** OAuth client of a remote server. Its user connects it; see `start-mcp-connection.ts`. */
export const McpOAuth = z.strictObject({
  CLIENT_ID: z.string().min(1),
  CLIENT_SECRET: z.string().optional(),
  scopes: z.array(z.string()).optional(),
});
export type McpOAuth = z.output<typeof McpOAuth>;

const Fields = z.strictObject({
  name: z.string("is required").min(1, "must not be empty"),
  type: z.enum(["http", "sse", "stdio"], "must be http, sse or stdio").optional(),
  url: remoteUrl.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  auth: McpOAuth.optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});

/** An inline MCP server. `type` defaults to http with `url` and stdio with `command`. */
export const McpServer = Fields.superRefine((server, context) => {
  const addIssue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  const type = server.type ?? (server.url !== undefined ? "http" : "stdio");
  if (type === "stdio") {
    if (server.command === undefined) {
      addIssue(server.type ? "command" : "url", server.type ? "is required for stdio" : "set url or command");
    }
    for (const field of ["url", "headers", "auth"] as const) {
      if (server[field] !== undefined) addIssue(field, "is only allowed for http and sse servers");
    }
    return;
  }
  if (server.url === undefined) addIssue("url", `is required for ${type}`);
  if (server.headers && server.auth) addIssue("auth", "set either headers or auth, not both");
  for (const field of ["command", "args", "env"] as const) {
    if (server[field] !== undefined) addIssue(field, "is only allowed for stdio servers");
  }
}).transform((server) => ({ ...server, type: server.type ?? (server.url !== undefined ? "http" : "stdio") }));

export type McpServer = z.output<typeof McpServer>;

export const McpServers = z
  .array(McpServer)
  .max(50, "must contain at most 50 servers")
  .superRefine((servers, context) => {
    const seen = new Set<string>();
    for (const [index, { name }] of servers.entries()) {
      if (seen.has(name)) {
        context.addIssue({ code: "custom", path: [index, "name"], message: `"${name}" is used twice` });
      }
      seen.add(name);
    }
  });
