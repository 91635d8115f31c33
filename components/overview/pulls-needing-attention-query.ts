import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";

const listPullsInNeed = () =>
  import("@/lib/contract/dashboard/list-pulls-needing-attention").then((entry) => entry.listPullsInNeed);

/** The dashboard asks the service at most twice a minute, however many look. */
const refreshMs = 30_000;

export function pullsInNeedQuery(call: Call) {
  return queryOptions({
    queryKey: ["pulls", "list", "in need"] as const,
    queryFn: ({ signal }) => call(listPullsInNeed, { params: {}, signal }),
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
  });
}
