"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { LoadState } from "@/components/ui/load-state";
import { toast } from "@/components/ui/toast";
import { gitHubConnectionsQuery, useConnectGitHub, useDisconnectGitHub } from "./github-queries";

/** The user's accounts on GitHub servers. */
export function GitHubAccounts() {
  const query = useQuery(gitHubConnectionsQuery);
  const { data } = query;
  return (
    <section aria-label="Your accounts" className="space-y-3">
      <h2 className="font-medium">Your accounts</h2>
      <p className="text-muted-foreground">
        If you connect your account, you merge and comment on GitHub as yourself, with your permissions. Otherwise, the
        GitHub App does it for you, and the audit log records that you requested it.
      </p>
      <LoadState query={query} failed="Couldn't load your accounts." loading="Loading your accounts" />
      {data?.hosts.length === 0 ? <p>No GitHub App yet. An admin can create one.</p> : null}
      <ul className="divide-y">
        {data?.hosts.map((host) => (
          <AccountRow key={host} host={host} login={data.items.find((each) => each.host === host)?.login} />
        ))}
      </ul>
    </section>
  );
}

function AccountRow({ host, login }: { host: string; login: string | undefined }) {
  const connect = useConnectGitHub();
  const disconnect = useDisconnectGitHub();
  const start = () =>
    connect.mutate(host, {
      onError: (error) => toast.error("Couldn't connect your account.", { description: error.message }),
    });
  const end = () =>
    disconnect.mutate(host, {
      onSuccess: () => toast.success(`Disconnected ${login}.`),
      onError: (error) => toast.error("Couldn't disconnect your account.", { description: error.message }),
    });
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{host}</p>
        <p className="text-muted-foreground text-xs">{login ?? "Not connected"}</p>
      </div>
      {login === undefined ? (
        <Button
          size="small"
          aria-label={`Connect your account on ${host}`}
          disabled={connect.isPending}
          onClick={start}
        >
          {connect.isPending ? "Connecting…" : "Connect account"}
        </Button>
      ) : (
        <Button
          size="small"
          aria-label={`Disconnect ${login} on ${host}`}
          disabled={disconnect.isPending}
          onClick={end}
        >
          Disconnect
        </Button>
      )}
    </li>
  );
}
