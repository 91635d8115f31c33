"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const addAppSigningKey = () =>
  import("@/lib/contract/hosting/apps/add-app-signing-key").then((entry) => entry.addAppSigningKey);
const createApp = () => import("@/lib/contract/hosting/apps/create-app").then((entry) => entry.createApp);
const deleteApp = () => import("@/lib/contract/admin/apps/delete-app").then((entry) => entry.deleteApp);
const listAppSigningKeys = () =>
  import("@/lib/contract/admin/apps/list-app-signing-keys").then((entry) => entry.listAppSigningKeys);
const revokeAppSigningKey = () =>
  import("@/lib/contract/hosting/apps/revoke-app-signing-key").then((entry) => entry.revokeAppSigningKey);
const updateApp = () => import("@/lib/contract/hosting/apps/update-app").then((entry) => entry.updateApp);

/** An app's signing keys. Only the embedded service can list them. */
export function signingKeysQuery(appId: string) {
  return queryOptions({
    queryKey: ["apps", "keys", appId] as const,
    queryFn: ({ signal }) => callProxy(listAppSigningKeys, { params: { appId }, signal }),
    staleTime: 10_000,
    retry: false,
  });
}

function useAppChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  return useChange(change, ["apps"]);
}

type NewApp = BodyInputOf<Awaited<ReturnType<typeof createApp>>>;
type AppChanges = BodyInputOf<Awaited<ReturnType<typeof updateApp>>>;

export const useCreateApp = () =>
  useAppChange(({ namespaceSlug, ...body }: NewApp & { namespaceSlug: string }) =>
    callProxy(createApp, { params: { namespaceSlug }, body }),
  );

export const useUpdateApp = (appId: string) =>
  useAppChange((body: AppChanges) => callProxy(updateApp, { params: { appId }, body }));

export const useDeleteApp = (appId: string) => useAppChange(() => callProxy(deleteApp, { params: { appId } }));

export const useAddSigningKey = (appId: string) =>
  useAppChange((publicKey: string) => callProxy(addAppSigningKey, { params: { appId }, body: { publicKey } }));

/** Tokens signed with the key stop working immediately. */
export const useRevokeSigningKey = (appId: string) =>
  useAppChange((kid: string) => callProxy(revokeAppSigningKey, { params: { appId, kid } }));
