"use client";

import { lazy, Suspense } from "react";
import { retryImport } from "@/lib/client/retry-import";

const MarkdownText = lazy(() =>
  retryImport(() => import("@/components/transcript/markdown").then((all) => ({ default: all.MarkdownText }))),
);

/** Sanitised Markdown whose parser comes when it is first needed. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <MarkdownText text={text} />
    </Suspense>
  );
}
