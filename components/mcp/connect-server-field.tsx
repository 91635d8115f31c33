"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import type { McpOAuth } from "@/lib/contract/agents/mcp-server";
import { mcpConnectionsQuery, useConnectServer, useDisconnectServer } from "./connection-queries";

const normalized = (url: string) => (URL.canParse(url) ? new URL(url).href : undefined);

/** Shows whether a remote MCP server is connected with OAuth, and connects it. */
export default function ConnectServerField({ url, auth }: { url: string; auth: McpOAuth | undefined }) {
  const { data, refetch } = useQuery(mcpConnectionsQuery);
  const connect = useConnectServer();
  const disconnect = useDisconnectServer(() => void refetch());
  const address = normalized(url);
  const connection = data?.items.find((each) => each.url === address && each.clientId === auth?.CLIENT_ID);
  const error = connect.error ?? disconnect.error;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
      {connection ? (
        <>
          <span className="text-success">Connected</span>
          <span className="text-muted-foreground">Agents that you launch can use it.</span>
          <Button size="small" disabled={disconnect.isPending} onClick={() => disconnect.mutate(connection.id)}>
            Disconnect
          </Button>
        </>
      ) : (
        <>
          <Button
            size="small"
            disabled={connect.isPending || address === undefined}
            onClick={() => connect.mutate({ url, ...(auth ? { auth } : {}) })}
          >
            Connect
          </Button>
          <span className="text-muted-foreground">
            Opens the server's sign-in page. Agents that you launch can then use the connection.
          </span>
        </>
      )}
      {error ? (
        <p role="alert" className="basis-full break-words text-danger">
          {error.message}
        </p>
      ) : null}
    </div>
  );
}
