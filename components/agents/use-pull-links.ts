"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { pullUrlParser } from "@/components/pulls/pull-address";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import { safeAddress } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";

/** Lists open and close often and must not refetch each time. */
const staleTime = 300_000;

export type PullLink = { page: ReturnType<typeof paths.pull> } | { address: string };

/**
 * Returns a function that links a pull request: to its page in the dashboard if its repository is hosted here, otherwise to its
 * address on its server. It is the same until the repositories change.
 */
export function usePullLinks(): (url: string) => PullLink | undefined {
  const { data, isPending } = useQuery({ ...hostedRepositoriesQuery(callProxy), staleTime });
  const parse = useMemo(() => pullUrlParser(data ?? []), [data]);
  return useCallback(
    (url) => {
      const hosted = parse(url);
      if (hosted) return { page: paths.pull(hosted) };
      const address = safeAddress(url);
      return address === undefined || isPending ? undefined : { address };
    },
    [parse, isPending],
  );
}
