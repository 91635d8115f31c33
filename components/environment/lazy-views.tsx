"use client";

import { browserOnly } from "@/components/ui/browser-only";
import { Skeleton } from "@/components/ui/skeleton";

export function EditorLoading() {
  return (
    <div role="status" aria-label="Loading editor" className="space-y-2 p-4">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

export const LazyDraftList = browserOnly(() => import("./draft-list"));
export const LazyCodeEditor = browserOnly(() => import("./code-editor"), EditorLoading);
export const LazyDiffView = browserOnly(() => import("./diff-view"), EditorLoading);
export const LazyCommittedNotice = browserOnly(() => import("./committed-notice"));
