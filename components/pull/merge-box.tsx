"use client";

import { hashKey, type QueryKey, useQuery } from "@tanstack/react-query";
import { useMergePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { CallFailure } from "@/components/ui/call-failure";
import { Skeleton } from "@/components/ui/skeleton";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { mergeabilityQuery } from "./detail-queries";
import { Elapsed } from "./elapsed";
import { MergeFailure, MergeForm } from "./merge-form";
import { MergeReceipt } from "./merge-receipt";
import { MergeVerdict } from "./merge-verdict";
import { verdictPause } from "./verdict-pause";

interface MergeBoxProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  mayAct: boolean;
}

/** Their last part is the time of the last change. */
const ofOneVersion = (one: QueryKey, other: QueryKey) => hashKey(one.slice(0, -1)) === hashKey(other.slice(0, -1));

/** Whether the pull request can be merged, its blockers, and the merge button, which merges only the head that was checked. */
export function MergeBox({ name, pull, repository, mayAct }: MergeBoxProps) {
  const question = mergeabilityQuery(name, pull);
  const verdict = useQuery({
    ...question,
    // While the same version is checked again, the last verdict stays: the button doesn't disappear under the pointer.
    placeholderData: (last, asked) => (asked && ofOneVersion(asked.queryKey, question.queryKey) ? last : undefined),
    refetchInterval: ({ state }) => verdictPause(state.data, state.dataUpdateCount),
  });
  const merging = useMergePull(name);
  if (pull.merged) return <MergeReceipt name={name} pull={pull} mayAct={mayAct} />;
  if (pull.state !== "open") return null;
  return (
    <section aria-label="Merge" aria-busy={verdict.isPlaceholderData} className="rounded-md border">
      <MergeFailure name={name} pull={pull} merging={merging} />
      {verdict.isPending ? (
        <div role="status" className="space-y-2 p-3 text-muted-foreground text-xs">
          <Skeleton className="w-1/2" />
          <span className="sr-only">Asking whether it can be merged</span>
          <Elapsed />
        </div>
      ) : null}
      {verdict.error ? (
        <div className="p-3">
          <CallFailure error={verdict.error} onRetry={() => verdict.refetch()}>
            {verdict.data
              ? "What is shown is as of the last answer."
              : "Whether it can be merged is not known, so it can't be."}
          </CallFailure>
        </div>
      ) : null}
      {verdict.data ? (
        <>
          <MergeVerdict
            name={name}
            pull={pull}
            repository={repository}
            verdict={verdict.data}
            mayAct={mayAct}
            onAsk={() => verdict.refetch()}
          />
          {mayAct ? <MergeForm pull={pull} verdict={verdict.data} repository={repository} merging={merging} /> : null}
        </>
      ) : null}
    </section>
  );
}
