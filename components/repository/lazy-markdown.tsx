"use client";

import { lazy, Suspense } from "react";
import { patiently } from "@/lib/client/retry-import";

const MarkdownText = lazy(() =>
  patiently(() => import("@/components/transcript/markdown").then((all) => ({ default: all.MarkdownText }))),
);

/** Sanitised Markdown whose parser comes when it is first needed. */
export function LazyMarkdown({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <MarkdownText text={text} />
    </Suspense>
  );
}
