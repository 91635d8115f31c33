"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { pullUrlParser } from "@/components/pulls/pull-address";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { safeAddress } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";
import { pullUrls } from "@/lib/model/status/row-status";

/** Lists open and close often and must not refetch each time. */
const staleTime = 300_000;

type PullLink = { page: ReturnType<typeof paths.pull> } | { address: string };

/** Links a pull request of an agent. `undefined` while it isn't known where it is. */
export type PullLinkOf = (url: string) => PullLink | undefined;

/**
 * Returns a function that links the pull requests of agents: to the page in the dashboard if the repository is hosted here,
 * otherwise to the address on its server. It is the same until the repositories change. Without pull requests, the repositories
 * aren't loaded.
 */
export function usePullLinks(agents: readonly Pick<AgentRow, "repos" | "branches">[]): PullLinkOf {
  const enabled = useMemo(() => agents.some((agent) => pullUrls(agent).length > 0), [agents]);
  const { data, isPending } = useQuery({ ...hostedRepositoriesQuery(callProxy), staleTime, enabled });
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
