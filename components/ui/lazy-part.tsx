"use client";

import { type ComponentType, createElement, lazy, Suspense } from "react";
import { retryImport } from "@/lib/client/retry-import";

/** A component whose code is loaded when it is first rendered. `Loading` is shown until then. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Loading?: ComponentType,
) {
  const Loaded = lazy(() => retryImport(load));
  const fallback = Loading ? <Loading /> : null;
  return (props: Props) => <Suspense fallback={fallback}>{createElement(Loaded, props)}</Suspense>;
}
