import { queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";

const getAgent = () => import("@/lib/contract/agents/get-agent").then((entry) => entry.getAgent);

export const agentKeys = {
  all: ["agents"] as const,
  lists: ["agents", "list"] as const,
  detail: (id: string) => ["agents", "detail", id] as const,
};

export function agentQuery(call: Call, id: string) {
  return queryOptions({
    queryKey: agentKeys.detail(id),
    queryFn: ({ signal }) => call(getAgent, { params: { id }, signal }),
  });
}
