"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { MarkdownText } from "@/components/transcript/markdown";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import type { CheckRun, CheckRunAnnotation } from "@/lib/contract/repohost/check";
import { annotationsQuery, type CommitName } from "@/lib/queries/checks";

const levels: Readonly<Record<string, { word: string; tone: Tone }>> = {
  notice: { word: "Notice", tone: "info" },
  warning: { word: "Warning", tone: "warning" },
  failure: { word: "Failure", tone: "danger" },
};

/** What a check says about places in the code. */
export function CheckAnnotations({ run, commit }: { run: CheckRun; commit: CommitName }) {
  const { data, error, isPending, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    annotationsQuery(commit, run),
  );
  const annotations = data?.pages.flatMap((page) => page.annotations) ?? [];
  if (error) {
    return (
      <CallFailure error={error} onRetry={() => refetch()}>
        The annotations could not be read.
      </CallFailure>
    );
  }
  if (isPending) return <SkeletonRows label="Loading annotations" />;
  if (annotations.length === 0) return <p className="text-muted-foreground text-xs">It left no annotations.</p>;
  return (
    <div className="space-y-2">
      <ul aria-label={`Annotations of ${run.name}`} className="space-y-2">
        {annotations.map((annotation) => (
          <Annotation key={annotation.id} annotation={annotation} />
        ))}
      </ul>
      {hasNextPage ? <Button onClick={() => fetchNextPage()}>Show more annotations</Button> : null}
    </div>
  );
}

function Annotation({ annotation }: { annotation: CheckRunAnnotation }) {
  const { annotationLevel, message, title, rawDetails, location } = annotation;
  const known = Object.hasOwn(levels, annotationLevel) ? levels[annotationLevel] : undefined;
  const { word, tone } = known ?? { word: annotationLevel, tone: "neutral" };
  const lines = location && (location.startLine === location.endLine ? "" : `–${location.endLine}`);
  return (
    <li className="space-y-1 rounded-md border p-2">
      <p className="flex flex-wrap items-baseline gap-2 text-xs">
        <Badge tone={tone}>{word}</Badge>
        {location ? (
          <span className="break-all font-mono text-muted-foreground">
            {location.path}:{location.startLine}
            {lines}
          </span>
        ) : null}
        {title ? <span className="font-medium text-sm">{title}</span> : null}
      </p>
      <MarkdownText text={message} />
      {rawDetails ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse
        <pre tabIndex={0} className="max-h-60 overflow-auto rounded bg-code p-2 font-mono text-xs">
          {rawDetails}
        </pre>
      ) : null}
    </li>
  );
}
