import type { McpServer } from "@/lib/contract/agents/mcp-server";
import type { Ids } from "@/lib/core/ids";
import { insideCommand } from "../sandbox/inside-command";
import type { RunSandbox } from "../sandbox/run-sandbox";
import { createToolGateway, type ToolGateway } from "./tool-gateway";

export interface PermittedServer {
  server: McpServer;
  /** Tools the agent can use; `undefined` means all. */
  tools: readonly string[] | undefined;
}

function throughGateway(
  { name, type, url = "", headers = {} }: McpServer,
  tools: readonly string[],
  gateway: ToolGateway,
  base: string,
): McpServer {
  const via = type === "sse" ? "sse" : "http";
  return { name, type: via, url: base + gateway.add({ url, type: via, headers, tools }) };
}

/**
 * The servers as the agent receives them. One with a list of tools is replaced: over HTTP by a gateway of the service,
 * otherwise by a program that starts the server and filters its messages.
 */
export async function limitTools(
  servers: readonly PermittedServer[],
  sandbox: RunSandbox,
  { ids }: { ids: Ids },
): Promise<McpServer[]> {
  const overHttp = servers.some(({ server, tools }) => tools && server.type !== "stdio");
  const gateway = createToolGateway({ ids, connect: (target) => sandbox.connect(target) });
  const base = overHttp ? await sandbox.serve(gateway.handler) : "";
  return servers.map(({ server, tools }) => {
    // The protocol has no OAuth: a server that needs it fails the session.
    if (!tools || server.auth) return server;
    if (server.type !== "stdio") return throughGateway(server, tools, gateway, base);
    const [command = "", ...args] = insideCommand("filter-tools", JSON.stringify(tools), server.command ?? "");
    return { ...server, command, args: [...args, ...(server.args ?? [])] };
  });
}
