"use client";

import { useQuery } from "@tanstack/react-query";
import { parsePullUrl } from "@/components/pulls/pull-address";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { callProxy } from "@/lib/client/call";
import { safeAddress } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";

/** Rows mount and unmount while scrolling and must not refetch each time. */
const staleTime = 300_000;

type PullLink = { page: ReturnType<typeof paths.pull> } | { address: string };

/** The pull request's page in the dashboard if its repository is hosted here, otherwise its address on its server. */
export function usePullLink(url: string): PullLink | undefined {
  const repositories = useQuery({ ...hostedRepositoriesQuery(callProxy), staleTime });
  const hosted = parsePullUrl(url, repositories.data ?? []);
  if (hosted) return { page: paths.pull(hosted) };
  const address = safeAddress(url);
  return address === undefined || repositories.isPending ? undefined : { address };
}
