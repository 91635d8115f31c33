import { listAgentMcpServers } from "@/lib/contract/agents/list-agent-mcp-servers";
import { findAgent } from "../agent-access/find-agent";
import { implement } from "../core/http/implement";
import { agentMcpServers, findConnections } from "./connected-servers";

export const listAgentMcpServersOperation = implement(listAgentMcpServers, async ({ params, principal }, context) => {
  const agent = await findAgent(context, principal, params.id);
  const found = await findConnections(context, agent, await agentMcpServers(context, agent));
  return {
    items: found.map(({ server: { name, url = "", auth }, connectionId }) => ({
      name,
      url,
      required: auth !== undefined,
      connected: connectionId !== undefined,
    })),
  };
});
