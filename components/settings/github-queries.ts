"use client";

import { queryOptions, useMutation } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";

const listGitHubServers = () =>
  import("@/lib/contract/admin/github-apps/list-github-servers").then((entry) => entry.listGitHubServers);
const deleteGitHubApp = () =>
  import("@/lib/contract/admin/github-apps/delete-github-app").then((entry) => entry.deleteGitHubApp);
const listGitHubConnections = () =>
  import("@/lib/contract/agents/list-github-connections").then((entry) => entry.listGitHubConnections);
const startGitHubConnection = () =>
  import("@/lib/contract/agents/start-github-connection").then((entry) => entry.startGitHubConnection);
const deleteGitHubConnection = () =>
  import("@/lib/contract/agents/delete-github-connection").then((entry) => entry.deleteGitHubConnection);

/** The user installs the app in another tab, so the state is refetched when they return. */
const afterReturn = { staleTime: 0, refetchOnWindowFocus: "always" as const };

export const gitHubServersQuery = queryOptions({
  queryKey: ["github", "servers"] as const,
  queryFn: ({ signal }) => callProxy(listGitHubServers, { params: {}, signal }),
  ...afterReturn,
});

export const gitHubConnectionsQuery = queryOptions({
  queryKey: ["github", "connections"] as const,
  queryFn: ({ signal }) => callProxy(listGitHubConnections, { params: {}, signal }),
  ...afterReturn,
});

/** Goes to GitHub, which sends the user back to this screen. */
export function useConnectGitHub() {
  return useMutation({
    mutationFn: async (host: string) => {
      const body = { host, redirectUrl: window.location.origin };
      const { authorizationUrl } = await callProxy(startGitHubConnection, { params: {}, body });
      window.location.assign(authorizationUrl);
    },
  });
}

function useGitHubChange(change: (host: string) => Promise<unknown>) {
  return useChange(change, ["github"]);
}

export const useDisconnectGitHub = () =>
  useGitHubChange((host) => callProxy(deleteGitHubConnection, { params: { host } }));

export const useDeleteGitHubApp = () => useGitHubChange((host) => callProxy(deleteGitHubApp, { params: { host } }));
