"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { callProxy } from "@/lib/client/call";
import { namespacesQuery } from "./repository-queries";

/** Renders its children once for each namespace. */
export function OwnerList({ children }: { children: (ownerSlug: string) => ReactNode }) {
  const { data, error, isPending, refetch } = useQuery(namespacesQuery(callProxy));
  return (
    <>
      {error ? (
        <CallFailure error={error} onRetry={() => refetch()}>
          Couldn't load namespaces.
        </CallFailure>
      ) : null}
      {isPending ? <SkeletonRows label="Loading namespaces" /> : null}
      {data?.map(({ namespace: { slug } }) => (
        <Fragment key={slug}>{children(slug)}</Fragment>
      ))}
    </>
  );
}
