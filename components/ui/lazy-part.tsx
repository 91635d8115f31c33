"use client";

import { type ComponentType, createElement, lazy, Suspense } from "react";
import { retryImport } from "@/lib/client/retry-import";

/** A component whose code is loaded when it is first rendered. Until then, `Loading` is shown with its properties. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Loading?: ComponentType<Props>,
) {
  const Loaded = lazy(() => retryImport(load));
  return (props: Props) => (
    <Suspense fallback={Loading ? <Loading {...props} /> : null}>{createElement(Loaded, props)}</Suspense>
  );
}
