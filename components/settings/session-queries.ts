"use client";

import { queryOptions } from "@tanstack/react-query";
import { useChange } from "@/components/ui/use-change";
import { callProxy } from "@/lib/client/call";

const endSession = () => import("@/lib/contract/dashboard/sessions/end-session").then((entry) => entry.endSession);
const listSessions = () =>
  import("@/lib/contract/dashboard/sessions/list-sessions").then((entry) => entry.listSessions);

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"] as const,
  queryFn: ({ signal }) => callProxy(listSessions, { params: {}, signal }),
});

export function useEndSession() {
  return useChange((id: string) => callProxy(endSession, { params: { id } }), sessionsQuery.queryKey);
}
