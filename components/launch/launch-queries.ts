import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import type { LaunchFields } from "@/lib/contract/dashboard/launch-fields";

const getLaunch = () => import("@/lib/contract/dashboard/launches/get-launch").then((entry) => entry.getLaunch);

/** The form an agent was launched from; `null` if it wasn't launched from this dashboard. */
export async function readLaunchFields(agentId: string, signal?: AbortSignal): Promise<LaunchFields | null> {
  return (await callProxy(getLaunch, { params: { agentId }, ...(signal && { signal }) })).fields;
}

/** The form an agent was launched from. It never changes. */
export function launchQuery(agentId: string) {
  return queryOptions({
    queryKey: ["launches", agentId] as const,
    queryFn: ({ signal }) => readLaunchFields(agentId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
