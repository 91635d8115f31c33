"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { CallFailure } from "@/components/ui/call-failure";
import { NextPageButton } from "@/components/ui/next-page-button";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { CheckRun, CheckRunAnnotation } from "@/lib/contract/hosting/check";
import { paths } from "@/lib/model/paths";
import { Annotation } from "./annotation";
import { annotationsQuery, type CommitName } from "./check-queries";

interface CheckAnnotationsProps {
  run: CheckRun;
  commit: CommitName;
  /** The pull request whose head was checked. */
  pullNumber: string;
}

/** The annotations of a check, with links to their lines in the pull request. */
export function CheckAnnotations({ run, commit, pullNumber }: CheckAnnotationsProps) {
  const list = useInfiniteQuery(annotationsQuery(commit, run));
  const { data, error, isPending, refetch } = list;
  const annotations = data?.pages.flatMap((page) => page.annotations) ?? [];
  const { ownerSlug, repoName } = commit;
  const linesOf = ({ location }: CheckRunAnnotation) =>
    location && paths.pullLines({ ownerSlug, repoName, pullNumber }, { ...location, side: "right" });
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
          <Annotation key={annotation.id} annotation={annotation} href={linesOf(annotation)} />
        ))}
      </ul>
      <NextPageButton of={list} />
    </div>
  );
}
