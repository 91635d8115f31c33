"use client";

import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callProxy } from "@/lib/client/call";

const endSession = () => import("@/lib/contract/dashboard/sessions/end-session").then((entry) => entry.endSession);
const listSessions = () =>
  import("@/lib/contract/dashboard/sessions/list-sessions").then((entry) => entry.listSessions);

export const sessionsQuery = queryOptions({
  queryKey: ["sessions"] as const,
  queryFn: ({ signal }) => callProxy(listSessions, { params: {}, signal }),
});

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callProxy(endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}
