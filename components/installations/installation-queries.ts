"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { NamespaceInstallation } from "@/lib/contract/admin/installations/list-installations";

const addAppInstallationRepositories = () =>
  import("@/lib/contract/hosting/installations/add-app-installation-repositories").then(
    (entry) => entry.addAppInstallationRepositories,
  );
const installApp = () => import("@/lib/contract/admin/installations/install-app").then((entry) => entry.installApp);
const listInstallations = () =>
  import("@/lib/contract/admin/installations/list-installations").then((entry) => entry.listInstallations);
const removeInstallation = () =>
  import("@/lib/contract/admin/installations/remove-installation").then((entry) => entry.removeInstallation);
const updateInstallation = () =>
  import("@/lib/contract/admin/installations/update-installation").then((entry) => entry.updateInstallation);

/** The installations in a namespace; only the embedded service lists them. */
export function installationsQuery(namespaceSlug: string) {
  return queryOptions({
    queryKey: ["installations", namespaceSlug] as const,
    queryFn: ({ signal }) => callProxy(listInstallations, { params: { namespaceSlug }, signal }),
    staleTime: 10_000,
    retry: false,
  });
}

function useInstallationChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useChange(change, ["installations"]);
}

export const useSuspendInstallation = (installationId: string) =>
  useInstallationChange((suspended: boolean) =>
    callProxy(updateInstallation, { params: { installationId }, body: { suspended } }),
  );

export const useRemoveInstallation = (installationId: string) =>
  useInstallationChange(() => callProxy(removeInstallation, { params: { installationId } }));

export const useAddInstallationRepositories = (installation: Pick<NamespaceInstallation, "id" | "target">) =>
  useInstallationChange((repoIds: string[]) =>
    callProxy(addAppInstallationRepositories, {
      params: { namespaceSlug: installation.target.slug, installationId: installation.id },
      body: { repoIds },
    }),
  );

/** Creates a new receipt by repeating the installation with a redirect URI. Returns that URI with the receipt in it. */
export const useNewReceipt = ({ app, scopes, repositories, target }: NamespaceInstallation) =>
  useInstallationChange((redirectUri: string) =>
    callProxy(installApp, {
      params: { namespaceSlug: target.slug },
      body: {
        appId: app.id,
        scopes,
        redirectUri,
        ...(repositories ? { repositories: repositories.map(({ id }) => id) } : {}),
      },
    }),
  );
