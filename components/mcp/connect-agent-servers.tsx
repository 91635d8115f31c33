"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { agentMcpServersQuery, useConnectServer } from "./connection-queries";

/** Connects the MCP servers that an agent's run failed without. */
export default function ConnectAgentServers({ agentId }: { agentId: string }) {
  const { data } = useQuery(agentMcpServersQuery(agentId));
  const connect = useConnectServer();
  const required = data?.items.filter((server) => server.required) ?? [];
  if (required.length === 0) return null;
  return (
    <ul className="space-y-1.5 pt-2">
      {required.map(({ name, url, connected }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-words">
            <span className="font-medium">{name}</span>{" "}
            <span className="text-muted-foreground">{new URL(url).host}</span>
          </span>
          {connected ? (
            <span className="text-success text-xs">Connected</span>
          ) : (
            <Button
              size="small"
              disabled={connect.isPending}
              onClick={() => connect.mutate({ agentServer: { agentId, name } })}
            >
              Connect {name}
            </Button>
          )}
        </li>
      ))}
      {connect.error ? (
        <li role="alert" className="text-danger text-xs">
          {connect.error.message}
        </li>
      ) : null}
    </ul>
  );
}
