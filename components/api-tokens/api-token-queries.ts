"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";

const createApiToken = () =>
  import("@/lib/contract/dashboard/api-tokens/create-api-token").then((entry) => entry.createApiToken);
const listApiTokens = () =>
  import("@/lib/contract/dashboard/api-tokens/list-api-tokens").then((entry) => entry.listApiTokens);
const listUserApiTokens = () =>
  import("@/lib/contract/dashboard/api-tokens/list-user-api-tokens").then((entry) => entry.listUserApiTokens);
const revokeApiToken = () =>
  import("@/lib/contract/dashboard/api-tokens/revoke-api-token").then((entry) => entry.revokeApiToken);

const queryKey = ["api-tokens"] as const;

export const apiTokensQuery = queryOptions({
  queryKey: [...queryKey, "own"] as const,
  queryFn: ({ signal }) => callProxy(listApiTokens, { params: {}, signal }),
});

/** The active tokens of all users, for admins. */
export const userApiTokensQuery = queryOptions({
  queryKey: [...queryKey, "everyone"] as const,
  queryFn: ({ signal }) => callProxy(listUserApiTokens, { params: {}, signal }),
});

export type NewApiToken = BodyInputOf<Awaited<ReturnType<typeof createApiToken>>>;

export function useCreateApiToken() {
  return useChange((body: NewApiToken) => callProxy(createApiToken, { params: {}, body }), queryKey);
}

export function useRevokeApiToken() {
  return useChange((id: string) => callProxy(revokeApiToken, { params: { id } }), queryKey);
}
