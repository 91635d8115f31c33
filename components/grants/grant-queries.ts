"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";
import type { BodyInputOf } from "@/lib/contract/operation";
import { fetchAllPages } from "@/lib/model/hosting/fetch-all-pages";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";

const deleteNamespaceGrant = () =>
  import("@/lib/contract/hosting/grants/delete-namespace-grant").then((entry) => entry.deleteNamespaceGrant);
const deleteRepositoryGrant = () =>
  import("@/lib/contract/hosting/grants/delete-repository-grant").then((entry) => entry.deleteRepositoryGrant);
const listGrantees = () => import("@/lib/contract/admin/grants/list-grantees").then((entry) => entry.listGrantees);
const listNamespaceGrants = () =>
  import("@/lib/contract/hosting/grants/list-namespace-grants").then((entry) => entry.listNamespaceGrants);
const listRepositoryGrants = () =>
  import("@/lib/contract/hosting/grants/list-repository-grants").then((entry) => entry.listRepositoryGrants);
const upsertNamespaceGrant = () =>
  import("@/lib/contract/hosting/grants/upsert-namespace-grant").then((entry) => entry.upsertNamespaceGrant);
const upsertRepositoryGrant = () =>
  import("@/lib/contract/hosting/grants/upsert-repository-grant").then((entry) => entry.upsertRepositoryGrant);

/** The target of a grant: a repository, or all repositories of an owner. */
export type GrantTarget = { ownerSlug: string; repoName: string } | { ownerSlug: string; repoName?: undefined };

/** The grantee: exactly one property is set. */
export type Grantee = Pick<
  BodyInputOf<Awaited<ReturnType<typeof deleteRepositoryGrant>>>,
  "user" | "group" | "teamGroup"
>;

type RepositoryPermission = BodyInputOf<Awaited<ReturnType<typeof upsertRepositoryGrant>>>["permission"];
type NamespacePermission = BodyInputOf<Awaited<ReturnType<typeof upsertNamespaceGrant>>>["permission"];

const grantsKey = ({ ownerSlug, repoName }: GrantTarget) => ["grants", ownerSlug, repoName ?? ""] as const;

/** The grants directly on the target, in the service's order. */
export function grantsQuery(target: GrantTarget) {
  const { ownerSlug, repoName } = target;
  return queryOptions({
    queryKey: grantsKey(target),
    queryFn: ({ signal }) =>
      fetchAllPages(async (pageToken) => {
        const query = { pageSize: "100", pageToken };
        const { grants, nextPageToken } =
          repoName === undefined
            ? await callProxy(listNamespaceGrants, { params: { ownerSlug }, query, signal })
            : await callProxy(listRepositoryGrants, { params: { ownerSlug, repoName }, query, signal });
        return { items: grants, next: nextPageToken };
      }),
    staleTime: 10_000,
  });
}

/** Possible grantees of an owner; only the embedded service lists them. */
export function granteesQuery(namespaceSlug: string) {
  return queryOptions({
    queryKey: ["grantees", namespaceSlug] as const,
    queryFn: ({ signal }) => callProxy(listGrantees, { params: { namespaceSlug }, signal }),
    staleTime: 30_000,
    retry: false,
  });
}

function useGrantChange<Input, Output>(target: GrantTarget, change: (input: Input) => Promise<Output>) {
  return useChange(change, ["grants", target.ownerSlug]);
}

export const useGrantOnRepository = (name: RepositoryName) =>
  useGrantChange(name, (body: Grantee & { permission: RepositoryPermission }) =>
    callProxy(upsertRepositoryGrant, { params: { ...name }, body }),
  );

export const useGrantOnNamespace = (ownerSlug: string) =>
  useGrantChange({ ownerSlug }, (body: Grantee & { permission: NamespacePermission }) =>
    callProxy(upsertNamespaceGrant, { params: { ownerSlug }, body }),
  );

/** Removes a grant that is directly on the target. */
export const useRevokeGrant = (target: GrantTarget) =>
  useGrantChange(target, (body: Grantee) => {
    const { ownerSlug, repoName } = target;
    return repoName === undefined
      ? callProxy(deleteNamespaceGrant, { params: { ownerSlug }, body })
      : callProxy(deleteRepositoryGrant, { params: { ownerSlug, repoName }, body });
  });
