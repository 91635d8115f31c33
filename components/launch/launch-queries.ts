import { queryOptions } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";

const getLaunch = () => import("@/lib/contract/dashboard/get-launch").then((entry) => entry.getLaunch);

/** The form an agent was launched from, which never changes; `null` for one that was launched elsewhere. */
export function launchQuery(agentId: string) {
  return queryOptions({
    queryKey: ["launches", agentId] as const,
    queryFn: async ({ signal }) => {
      try {
        return (await callProxy(getLaunch, { params: { agentId }, signal })).fields;
      } catch (error) {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
