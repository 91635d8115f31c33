"use client";

import { type ComponentType, createElement, lazy, Suspense, useSyncExternalStore } from "react";
import { retryImport } from "@/lib/client/retry-import";

const never = () => () => undefined;

/** Wraps a component that only browsers can render. Its code is loaded after the page; `Loading` is shown until then. */
export function browserOnly<Props extends object>(load: () => Promise<ComponentType<Props>>, Loading?: ComponentType) {
  const Loaded = lazy(() => retryImport(() => load().then((part) => ({ default: part }))));
  return function BrowserOnly(props: Props) {
    const inBrowser = useSyncExternalStore(
      never,
      () => true,
      () => false,
    );
    const fallback = Loading ? <Loading /> : null;
    return inBrowser ? <Suspense fallback={fallback}>{createElement(Loaded, props)}</Suspense> : fallback;
  };
}
