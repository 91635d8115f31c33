"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useMemo, useState } from "react";
import { comparisonFilesQuery, comparisonQuery } from "@/components/repositories/content-queries";
import { useFileTexts } from "@/components/repositories/use-file-texts";
import { browserOnly } from "@/components/ui/browser-only";
import { CallFailure } from "@/components/ui/call-failure";
import { SkeletonRows } from "@/components/ui/skeleton-rows";
import { useFetchAllPages } from "@/components/ui/use-fetch-all-pages";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import type { RepositoryName } from "@/lib/model/hosting/repository-name";
import { paths } from "@/lib/model/paths";
import { counted } from "@/lib/model/plural";
import { RevisionPicker } from "./revision-picker";

const DiffWorkbench = browserOnly(
  () => import("@/components/diff/diff-workbench").then((part) => part.DiffWorkbench),
  () => <SkeletonRows label="Loading changed files" />,
);

interface ComparePartProps {
  name: RepositoryName;
  base: string;
  head: string;
}

function summaryOf({ aheadBy, behindBy }: { aheadBy: number; behindBy: number }): string {
  if (aheadBy === 0 && behindBy === 0) return "Both are the same commit.";
  return `${counted(aheadBy, "commit")} ahead of the base, ${counted(behindBy, "commit")} behind it. Changes are counted from where they parted.`;
}

/** What a head changes since it left a base. */
export function ComparePart({ name, base, head }: ComparePartProps) {
  const router = useRouter();
  const comparison = useQuery(comparisonQuery(name, { base, head }));
  const listing = useInfiniteQuery(comparisonFilesQuery(name, { base, head }));
  const { data } = listing;
  useFetchAllPages(listing);
  const [range, setRange] = useState<DiffRange>();
  const load = useFileTexts(name, { base, head });
  const problem = comparison.error ?? listing.error;
  const files = useMemo(() => data?.pages.flatMap((page) => page.files) ?? [], [data]);
  const go = (next: { base: string; head: string }) =>
    router.push(paths.repositoryAt(name, { view: "compare", base: next.base, ref: next.head }));
  return (
    <section aria-label="Comparison" className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <RevisionPicker name={name} label="Base" value={base} onChange={(next) => go({ base: next, head })} />
        <RevisionPicker
          name={name}
          label="Compared with it"
          value={head}
          onChange={(next) => go({ base, head: next })}
        />
      </div>
      {problem ? (
        <CallFailure
          error={problem}
          onRetry={() => {
            void comparison.refetch();
            void listing.refetch();
          }}
        >
          The two could not be compared.
        </CallFailure>
      ) : null}
      {comparison.data && !problem ? <p className="text-sm">{summaryOf(comparison.data)}</p> : null}
      {listing.isPending && !problem ? <SkeletonRows label="Loading changed files" /> : null}
      {data && !problem && files.length === 0 ? (
        <p className="text-muted-foreground text-sm">No file differs.</p>
      ) : null}
      {files.length > 0 && !problem ? (
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
