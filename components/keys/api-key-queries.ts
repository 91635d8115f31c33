"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";

const listKeys = () => import("@/lib/contract/admin/users/list-keys").then((entry) => entry.listKeys);
const listUsers = () => import("@/lib/contract/admin/users/list-users").then((entry) => entry.listUsers);
const listServiceAccounts = () =>
  import("@/lib/contract/admin/users/list-service-accounts").then((entry) => entry.listServiceAccounts);
const createUserKey = () => import("@/lib/contract/admin/users/create-user-key").then((entry) => entry.createUserKey);
const createServiceAccountKey = () =>
  import("@/lib/contract/admin/users/create-service-account-key").then((entry) => entry.createServiceAccountKey);
const deleteKey = () => import("@/lib/contract/admin/users/delete-key").then((entry) => entry.deleteKey);

/** The team of the dashboard's keys. */
const team = { teamId: "_" };

export const apiKeysQuery = queryOptions({
  queryKey: ["keys", "list"] as const,
  queryFn: ({ signal }) => callProxy(listKeys, { params: team, signal }),
});

/** The service accounts and active users that a key can be created for. */
export const keyOwnersQuery = queryOptions({
  queryKey: ["keys", "owners"] as const,
  queryFn: async ({ signal }) => {
    const [{ serviceAccounts }, { users }] = await Promise.all([
      callProxy(listServiceAccounts, { params: team, signal }),
      callProxy(listUsers, { params: team, signal }),
    ]);
    return { serviceAccounts, users: users.filter(({ isActive }) => isActive) };
  },
});

export interface NewApiKey {
  name: string;
  owner: { serviceAccountId: string } | { email: string };
  expiresAt: string | undefined;
  agentScoped: boolean;
  /** `owner/name`; empty: not limited. */
  repositories: readonly string[];
}

function createKey({ name, owner, expiresAt, agentScoped, repositories }: NewApiKey) {
  const body = { name, ...(expiresAt === undefined ? {} : { expiresAt }) };
  if ("email" in owner) return callProxy(createUserKey, { params: { ...team, email: owner.email }, body });
  const limits = repositories.length > 0 ? { repositories: [...repositories] } : {};
  return callProxy(createServiceAccountKey, { params: owner, body: { ...body, agentScoped, ...limits } });
}

function useKeyChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
    // Responses contain the key, so they are dropped as soon as no component uses them.
    gcTime: 0,
  });
}

export const useCreateKey = () => useKeyChange(createKey);

export const useDeleteKey = () => useKeyChange((keyId: string) => callProxy(deleteKey, { params: { keyId } }));
