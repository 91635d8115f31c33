"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@/components/ui/skeleton";
import { patiently } from "@/lib/patiently";

function Loading() {
  return (
    <div role="status" aria-label="Loading the editor" className="space-y-2 p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

/** What a file needs is only loaded where a file is open. */
export const LazyWorkbench = dynamic(() => patiently(() => import("./workbench").then(({ Workbench }) => Workbench)), {
  ssr: false,
  loading: Loading,
});
export const LazyDraftList = dynamic(() => patiently(() => import("./draft-list").then(({ DraftList }) => DraftList)), {
  ssr: false,
});
export const LazyCodeEditor = dynamic(() => patiently(() => import("./code-editor")), { ssr: false, loading: Loading });
export const LazyDiffView = dynamic(() => patiently(() => import("./diff-view")), { ssr: false, loading: Loading });
export const LazyCommittedNotice = dynamic(
  () => patiently(() => import("./committed-notice").then(({ CommittedNotice }) => CommittedNotice)),
  { ssr: false },
);
