"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import { LoadState } from "@/components/ui/load-state";
import { callProxy } from "@/lib/client/call";
import { namespacesQuery } from "./repository-queries";

/** Renders its children once for each namespace. */
export function OwnerList({ children }: { children: (ownerSlug: string) => ReactNode }) {
  const query = useQuery(namespacesQuery(callProxy));
  const { data } = query;
  return (
    <>
      <LoadState query={query} failed="Couldn't load namespaces." loading="Loading namespaces" />
      {data?.map(({ namespace: { slug } }) => (
        <Fragment key={slug}>{children(slug)}</Fragment>
      ))}
    </>
  );
}
