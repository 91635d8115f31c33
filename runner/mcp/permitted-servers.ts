import type { McpServer } from "@/lib/contract/agents/mcp-server";
import type { EffectiveEnvironment } from "@/lib/model/environment/effective";
import { mcpVerdict } from "@/lib/model/environment/mcp-policy";
import type { RunSpec } from "../run/run-spec";

/** The run's MCP servers that the environment allows, each with the tools the agent can use; `undefined` means all. */
export function permittedServers(
  { mcpServers }: Pick<RunSpec, "mcpServers">,
  environment: EffectiveEnvironment | undefined,
): { server: McpServer; tools: readonly string[] | undefined }[] {
  if (!environment) return mcpServers.map((server) => ({ server, tools: undefined }));
  const { mcp } = environment;
  return mcpServers.flatMap((server) => {
    const { url, command = "", args = [] } = server;
    const { verdict, tools } = mcpVerdict(mcp, url === undefined ? { command: [command, ...args].join(" ") } : { url });
    return verdict === "blocked" ? [] : [{ server, tools }];
  });
}
