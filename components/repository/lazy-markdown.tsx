"use client";

import { lazy, Suspense } from "react";
import { retryImport } from "@/lib/client/retry-import";

const MarkdownText = lazy(() => retryImport(() => import("@/components/transcript/markdown")));

/** Sanitized Markdown. Its parser is loaded on first use. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <MarkdownText text={text} />
    </Suspense>
  );
}
