"use client";

import { hashKey, type QueryKey, useQuery } from "@tanstack/react-query";
import { useMergePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { reviewersQuery } from "@/components/reviews/review-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { ClosedResult } from "./closed-result";
import { mergeabilityQuery } from "./detail-queries";
import { Elapsed } from "./elapsed";
import { MergeFailure, MergeForm } from "./merge-form";
import { MergeResult } from "./merge-result";
import { MergeStatus } from "./merge-status";
import { mergeabilityPollMs } from "./mergeability-poll";
import { useMergeOverview } from "./use-merge-overview";

interface MergeBoxProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  canWrite: boolean;
}

/** Ignores the last element of the keys, the time of the last update. */
const isSameVersion = (one: QueryKey, other: QueryKey) => hashKey(one.slice(0, -1)) === hashKey(other.slice(0, -1));

/** The mergeability of a pull request, its blockers, and the merge button, which merges only the evaluated head. */
export function MergeBox({ name, pull, repository, canWrite }: MergeBoxProps) {
  const query = mergeabilityQuery(name, pull);
  const mergeability = useQuery({
    ...query,
    // Keeps the last result while the same version is evaluated again, so that the button doesn't disappear under the pointer.
    placeholderData: (last, lastQuery) =>
      lastQuery && isSameVersion(lastQuery.queryKey, query.queryKey) ? last : undefined,
    refetchInterval: ({ state }) => mergeabilityPollMs(state.data, state.dataUpdateCount),
  });
  const merging = useMergePull(name);
  const { data: requested } = useQuery({ ...reviewersQuery(name), staleTime: 30_000 });
  const { overview } = useMergeOverview(name, pull, { blockers: mergeability.data?.blockers ?? [], requested });
  if (pull.merged) return <MergeResult name={name} pull={pull} canWrite={canWrite} />;
  if (pull.state === "closed") return <ClosedResult name={name} pull={pull} canWrite={canWrite} />;
  if (pull.state !== "open") return null;
  return (
    <section aria-label="Merge" aria-busy={mergeability.isPlaceholderData} className="rounded-md border">
      <MergeFailure name={name} pull={pull} merging={merging} />
      {mergeability.isPending ? (
        <div role="status" className="space-y-2 p-3 text-muted-foreground text-xs">
          <Skeleton className="w-1/2" />
          <span className="sr-only">Checking mergeability</span>
          <Elapsed />
        </div>
      ) : null}
      {mergeability.error ? (
        <div className="p-3">
          <CallFailure error={mergeability.error} onRetry={() => mergeability.refetch()}>
            {mergeability.data ? "Showing the last known state." : "Couldn't check mergeability."}
          </CallFailure>
        </div>
      ) : null}
      {mergeability.data ? (
        <>
          <MergeStatus
            name={name}
            pull={pull}
            repository={repository}
            mergeability={mergeability.data}
            overview={overview}
            canWrite={canWrite}
            onRefresh={() => mergeability.refetch()}
          />
          {canWrite ? (
            <MergeForm
              name={name}
              pull={pull}
              mergeability={mergeability.data}
              repository={repository}
              warnings={overview.warnings}
              merging={merging}
            />
          ) : null}
        </>
      ) : null}
    </section>
  );
}
