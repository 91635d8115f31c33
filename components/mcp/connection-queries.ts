"use client";

import { queryOptions, useMutation } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { McpOAuth } from "@/lib/contract/agents/mcp-server";

const listMcpConnections = () =>
  import("@/lib/contract/agents/list-mcp-connections").then((entry) => entry.listMcpConnections);
const listAgentMcpServers = () =>
  import("@/lib/contract/agents/list-agent-mcp-servers").then((entry) => entry.listAgentMcpServers);
const startMcpConnection = () =>
  import("@/lib/contract/agents/start-mcp-connection").then((entry) => entry.startMcpConnection);
const deleteMcpConnection = () =>
  import("@/lib/contract/agents/delete-mcp-connection").then((entry) => entry.deleteMcpConnection);

/** The user connects servers in another tab, so the state is refetched when they return. */
const afterReturn = { staleTime: 0, refetchOnWindowFocus: "always" as const };

export const mcpConnectionsQuery = queryOptions({
  queryKey: ["mcp", "connections"] as const,
  queryFn: ({ signal }) => callProxy(listMcpConnections, { params: {}, signal }),
  ...afterReturn,
});

export const agentMcpServersQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["mcp", "agent", agentId] as const,
    queryFn: ({ signal }) => callProxy(listAgentMcpServers, { params: { id: agentId }, signal }),
    ...afterReturn,
  });

/** A server to connect: by its address, or one of an agent. */
export type ServerToConnect =
  | { url: string; auth?: McpOAuth | undefined }
  | { agentServer: { agentId: string; name: string } };

/** Opens the authorization server's page in a new tab. The tab opens at once, because browsers block later ones. */
export function useConnectServer() {
  return useMutation({
    mutationFn: async (server: ServerToConnect) => {
      const tab = window.open("about:blank", "_blank");
      if (tab) tab.opener = null;
      try {
        const body = { redirectUrl: window.location.origin, ...server };
        const { authorizationUrl } = await callProxy(startMcpConnection, { params: {}, body });
        if (tab) tab.location.href = authorizationUrl;
        else window.location.assign(authorizationUrl);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  });
}

export function useDisconnectServer(onDone: () => void) {
  return useMutation({
    mutationFn: (id: string) => callProxy(deleteMcpConnection, { params: { id } }),
    onSettled: onDone,
  });
}
