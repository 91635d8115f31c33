"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CallFailure } from "@/components/ui/call-failure";
import { NextPageButton } from "@/components/ui/next-page-button";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { CheckRun } from "@/lib/contract/hosting/check";
import { Annotation } from "./annotation";
import { annotationsQuery, type CommitName } from "./check-queries";

/** The annotations of a check. */
export function CheckAnnotations({ run, commit }: { run: CheckRun; commit: CommitName }) {
  const list = useInfiniteQuery(annotationsQuery(commit, run));
  const { data, error, isPending, refetch } = list;
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
      <ul aria-label={`Annotations for ${run.name}`} className="space-y-2">
        {annotations.map((annotation) => (
          <Annotation key={annotation.id} annotation={annotation} />
        ))}
      </ul>
      <NextPageButton of={list} />
    </div>
  );
}
