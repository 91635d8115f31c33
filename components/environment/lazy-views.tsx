"use client";

import { browserOnly } from "@/components/ui/browser-only";
import { Skeleton } from "@/components/ui/skeleton";

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
export const LazyWorkbench = browserOnly(() => import("./workbench").then(({ Workbench }) => Workbench), Loading);
export const LazyDraftList = browserOnly(() => import("./draft-list").then(({ DraftList }) => DraftList));
export const LazyCodeEditor = browserOnly(() => import("./code-editor").then((part) => part.default), Loading);
export const LazyDiffView = browserOnly(() => import("./diff-view").then((part) => part.default), Loading);
export const LazyCommittedNotice = browserOnly(() =>
  import("./committed-notice").then(({ CommittedNotice }) => CommittedNotice),
);
