import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Call } from "@/lib/contract/call";

const listArtifacts = () => import("@/lib/contract/agents/list-artifacts").then((entry) => entry.listArtifacts);
const listKnownArtifacts = () =>
  import("@/lib/contract/dashboard/artifacts/list-known-artifacts").then((entry) => entry.listKnownArtifacts);

/** An agent's artifacts. Pass `updatedAt` as `asOf` to refetch when the agent changes. */
export function artifactsQuery(call: Call, agentId: string, asOf = "") {
  return queryOptions({
    queryKey: ["artifacts", "agent", agentId, asOf] as const,
    queryFn: ({ signal }) => call(listArtifacts, { params: { id: agentId }, signal }),
  });
}

/** Page parameter of the first page: cursors are never empty. */
const firstPage = "";

export function knownArtifactsQuery(call: Call) {
  return infiniteQueryOptions({
    queryKey: ["artifacts", "known"] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listKnownArtifacts, { params: {}, query: pageParam === firstPage ? {} : { cursor: pageParam }, signal }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 30_000,
  });
}
