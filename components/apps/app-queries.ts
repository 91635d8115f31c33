"use client";

import { queryOptions, useMutation } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const getApp = () => import("@/lib/contract/hosting/apps/get-app").then((entry) => entry.getApp);
const getRateLimit = () =>
  import("@/lib/contract/hosting/rate-limit/get-rate-limit").then((entry) => entry.getRateLimit);
const checkInstallationReceipt = () =>
  import("@/lib/contract/dashboard/installations/check-installation-receipt").then(
    (entry) => entry.checkInstallationReceipt,
  );
const installApp = () => import("@/lib/contract/admin/installations/install-app").then((entry) => entry.installApp);
const listNamespaceApps = () =>
  import("@/lib/contract/hosting/apps/list-namespace-apps").then((entry) => entry.listNamespaceApps);

export function appQuery(appId: string) {
  return queryOptions({
    queryKey: ["apps", "one", appId] as const,
    enabled: appId !== "",
    queryFn: ({ signal }) => callProxy(getApp, { params: { appId }, signal }),
  });
}

/** The apps a namespace publishes. */
export function namespaceAppsQuery(namespaceSlug: string) {
  return queryOptions({
    queryKey: ["apps", "of", namespaceSlug] as const,
    queryFn: ({ signal }) =>
      callProxy(listNamespaceApps, { params: { namespaceSlug }, query: { pageSize: "100" }, signal }),
  });
}

/** The remaining points of the dashboard's key. The request itself costs none. */
export function rateLimitQuery() {
  return queryOptions({
    queryKey: ["hosting", "rate-limit"] as const,
    queryFn: ({ signal }) => callProxy(getRateLimit, { params: {}, signal }),
    refetchInterval: 10_000,
  });
}

type Consent = BodyInputOf<Awaited<ReturnType<typeof installApp>>>;

/** Installs an app in a namespace, or updates its permissions there. */
export function useInstallApp() {
  return useMutation({
    mutationFn: ({ namespaceSlug, ...body }: Consent & { namespaceSlug: string }) =>
      callProxy(installApp, { params: { namespaceSlug }, body }),
  });
}

/** Verifies the receipt in the redirect URL before the browser follows it. */
export function receiptCheckQuery(installation: {
  installationId: string;
  appId: string;
  redirectUrl: string;
  state: string;
}) {
  const { installationId, appId, redirectUrl, state } = installation;
  return queryOptions({
    queryKey: ["apps", "receipt", installationId, redirectUrl] as const,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => {
      const receipt = new URL(redirectUrl).searchParams.get("installation_receipt") ?? "";
      const body = { appId, receipt, state: state || undefined };
      return callProxy(checkInstallationReceipt, { params: { installationId }, body, signal });
    },
  });
}
