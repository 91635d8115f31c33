"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { comparisonFilesQuery, comparisonQuery } from "@/components/repositories/content-queries";
import { useFileTexts } from "@/components/repositories/use-file-texts";
import { browserOnly } from "@/components/ui/browser-only";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import { usePageRouter } from "@/components/ui/use-page-router";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { RevisionPicker } from "./revision-picker";

const DiffWorkbench = browserOnly(
  () => import("@/components/diff/diff-workbench"),
  () => <SkeletonRows label="Loading changed files" />,
);

interface CompareTabProps {
  name: RepositoryName;
  base: string;
  head: string;
}

function summaryOf({ aheadBy, behindBy }: { aheadBy: number; behindBy: number }): string {
  if (aheadBy === 0 && behindBy === 0) return "Both point to the same commit.";
  return `${counted(aheadBy, "commit")} ahead, ${counted(behindBy, "commit")} behind. Changes are relative to the merge base.`;
}

/** The changes of a head relative to its merge base with a base revision. */
export function CompareTab({ name, base, head }: CompareTabProps) {
  const router = usePageRouter();
  const comparison = useQuery(comparisonQuery(name, { base, head }));
  const listing = useInfiniteQuery(comparisonFilesQuery(name, { base, head }));
  const { data } = listing;
  useFetchAllPages(listing);
  const [range, setRange] = useState<DiffRange>();
  const load = useFileTexts(name, { base, head });
  const error = comparison.error ?? listing.error;
  const files = useMemo(() => data?.pages.flatMap((page) => page.files) ?? [], [data]);
  const go = (next: { base: string; head: string }) =>
    router.push(paths.repositoryAt(name, { view: "compare", base: next.base, ref: next.head }));
  return (
    <section aria-label="Comparison" className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <RevisionPicker name={name} label="Base" value={base} onChange={(next) => go({ base: next, head })} />
        <RevisionPicker name={name} label="Compare" value={head} onChange={(next) => go({ base, head: next })} />
      </div>
      {error ? (
        <CallFailure
          error={error}
          onRetry={() => {
            void comparison.refetch();
            void listing.refetch();
          }}
        >
          Couldn't compare the revisions.
        </CallFailure>
      ) : null}
      {comparison.data && !error ? <p className="text-sm">{summaryOf(comparison.data)}</p> : null}
      {listing.isPending && !error ? <SkeletonRows label="Loading changed files" /> : null}
      {data && !error && files.length === 0 ? <p className="text-muted-foreground text-sm">No files changed.</p> : null}
      {files.length > 0 && !error ? (
        <DiffWorkbench files={files} range={range} onRange={setRange} load={load}>
          <p className="text-muted-foreground text-sm">
            {counted(files.length, "file")}
            {listing.hasNextPage ? ", loading…" : ""}
          </p>
        </DiffWorkbench>
      ) : null}
    </section>
  );
}
