"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { Annotation } from "./annotation";
import { annotationsQuery, type CommitName } from "./check-queries";

/** The annotations of a check. */
export function CheckAnnotations({ run, commit }: { run: CheckRun; commit: CommitName }) {
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    annotationsQuery(commit, run),
  );
  const annotations = data?.pages.flatMap((page) => page.annotations) ?? [];
  if (error) {
    return (
      <CallFailure error={error} onRetry={() => refetch()}>
        Couldn't load the annotations.
      </CallFailure>
    );
  }
  if (isPending) return <SkeletonRows label="Loading annotations" />;
  if (annotations.length === 0) return <p className="text-muted-foreground text-xs">No annotations.</p>;
  return (
    <div className="space-y-2">
      <ul aria-label={`Annotations of ${run.name}`} className="space-y-2">
        {annotations.map((annotation) => (
          <Annotation key={annotation.id} annotation={annotation} />
        ))}
      </ul>
      {hasNextPage ? <Button onClick={() => fetchNextPage()}>Load more</Button> : null}
    </div>
  );
}
