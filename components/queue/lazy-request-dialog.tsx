"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import { retryImport } from "@/lib/client/retry-import";

const RequestDialog = lazy(() =>
  retryImport(() => import("./request-dialog").then((all) => ({ default: all.RequestDialog }))),
);

/** The request dialog, loaded on demand. */
export function LazyRequestDialog(props: ComponentProps<typeof RequestDialog>) {
  return (
    <Suspense fallback={null}>
      <RequestDialog {...props} />
    </Suspense>
  );
}
