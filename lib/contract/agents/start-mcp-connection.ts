import { z } from "zod";
import { defineOperation } from "../define-operation";
import { McpOAuth, remoteUrl } from "./mcp-server";

const AgentServer = z.strictObject({ agentId: z.string().max(100), name: z.string().max(1_000) });

export const StartMcpConnectionBody = z
  .strictObject({
    /** Where the authorization server sends the user back to. */
    redirectUrl: z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).max(2_048),
    url: remoteUrl.optional(),
    auth: McpOAuth.optional(),
    /** A server of an agent, instead of `url` and `auth`. */
    agentServer: AgentServer.optional(),
  })
  .superRefine(({ url, auth, agentServer }, context) => {
    const addIssue = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if ((url === undefined) === (agentServer === undefined)) addIssue("url", "set either url or agentServer");
    if (auth && agentServer) addIssue("auth", "cannot be combined with agentServer");
  });

export const startMcpConnection = defineOperation({
  id: "startMcpConnection",
  summary: "Start connecting a remote MCP server with OAuth",
  method: "POST",
  path: "/v1/mcp-connections",
  body: StartMcpConnectionBody,
  response: z.looseObject({ authorizationUrl: z.string(), state: z.string(), expiresAt: z.string() }),
  success: 201,
  masked: false,
  sessionOnly: true,
});
