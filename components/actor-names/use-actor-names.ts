"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { callProxy } from "@/lib/client/call";

const listActorNames = () =>
  import("@/lib/contract/dashboard/users/list-actor-names").then((entry) => entry.listActorNames);

/** Returns the name of a user, group, service account or app by its id; the id where no name is known. */
export function useActorNames(namespace?: string): (id: string) => string {
  const { data } = useQuery({
    queryKey: ["actors", "names", namespace ?? ""] as const,
    queryFn: ({ signal }) => callProxy(listActorNames, { params: {}, query: { namespace }, signal }),
    staleTime: 60_000,
    retry: false,
  });
  const names = useMemo(() => new Map(data?.actors.map(({ id, name }) => [id, name])), [data]);
  return useCallback((id) => names.get(id) ?? id, [names]);
}
