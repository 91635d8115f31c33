import { lookup } from "node:dns/promises";
import type { McpServer } from "@/lib/contract/agents/mcp-server";
import type { RunContext, RunSpec } from "../run/run-spec";
import { insideCommand } from "../sandbox/inside-command";
import type { RunGateway } from "../sandbox/run-gateway";
import type { RunSandbox } from "../sandbox/run-sandbox";
import { createToolGateway, type LimitedServer } from "./tool-gateway";

export interface PermittedServer {
  server: McpServer;
  /** Tools the agent can use; `undefined` means all. */
  tools: readonly string[] | undefined;
}

/** True for an HTTP server that the agent can only reach through the gateway. */
export function needsGateway(
  { server: { name, type }, tools }: PermittedServer,
  { connectedServers = [], privateServers = {} }: Pick<RunSpec, "connectedServers" | "privateServers">,
): boolean {
  if (type === "stdio") return false;
  return tools !== undefined || connectedServers.includes(name) || Object.hasOwn(privateServers, name);
}

/** Lets the run connect to a server on a private network. A server without an address is reported when the agent uses it. */
async function pinAddress(sandbox: RunSandbox, url: string): Promise<void> {
  const { hostname: host, port } = new URL(url);
  const found = await lookup(host).catch(() => undefined);
  if (found) sandbox.pin({ host, port: Number(port || 443), address: found.address });
}

/**
 * The servers as the agent receives them. A server with a list of tools is replaced: over HTTP by a gateway of the service,
 * otherwise by a program that starts the server and filters its messages. A connected one is reached through the gateway, too,
 * which adds its access token, and so is one on a private network. Throws `RunFailure` `mcp_not_connected` for one without a token.
 */
export async function agentServers(
  servers: readonly PermittedServer[],
  {
    sandbox,
    gateway,
    spec,
  }: { sandbox: RunSandbox; gateway: RunGateway; spec: Pick<RunSpec, "connectedServers" | "privateServers"> },
  { mcpToken }: Pick<RunContext, "mcpToken">,
): Promise<McpServer[]> {
  const tokenOf = (name: string): LimitedServer["token"] =>
    mcpToken && spec.connectedServers?.includes(name) ? (rejected) => mcpToken(name, rejected) : undefined;
  for (const { server } of servers) await tokenOf(server.name)?.();
  const tools = createToolGateway({
    serve: (endpoint) => gateway.add(endpoint),
    connect: (target) => sandbox.connect(target),
  });
  return Promise.all(
    servers.map(async (each): Promise<McpServer> => {
      const { server, tools: permitted } = each;
      if (needsGateway(each, spec)) {
        const { name, url = "", headers = {} } = server;
        const type = server.type === "sse" ? "sse" : "http";
        const certificates = spec.privateServers?.[name];
        if (certificates !== undefined) await pinAddress(sandbox, url);
        const limited: LimitedServer = {
          url,
          type,
          headers,
          tools: permitted,
          token: tokenOf(name),
          certificates: certificates || undefined,
        };
        return { name, type, url: await tools.add(limited) };
      }
      if (!permitted) return server;
      const filter = insideCommand("filter-tools", JSON.stringify(permitted), server.command ?? "");
      const [command = "", ...args] = sandbox.agentCommand(filter);
      return { ...server, command, args: [...args, ...(server.args ?? [])] };
    }),
  );
}
