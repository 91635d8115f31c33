"use client";

import { type ComponentType, createElement, lazy, Suspense } from "react";
import { retryImport } from "@/lib/client/retry-import";

/** A component whose code is loaded when it is first rendered. Until then, nothing is shown. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const Loaded = lazy(() => retryImport(load));
  return (props: Props) => <Suspense fallback={null}>{createElement(Loaded, props)}</Suspense>;
}
