"use client";

import { type ComponentType, createElement, useSyncExternalStore } from "react";
import { lazyPart } from "./lazy-part";

const never = () => () => undefined;

/** A component that only browsers can render. Its code is loaded after the page. Until then, `Loading` is shown with its properties. */
export function browserOnly<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Loading?: ComponentType<Props>,
) {
  const Part = lazyPart(load, Loading);
  return function BrowserOnly(props: Props) {
    const inBrowser = useSyncExternalStore(
      never,
      () => true,
      () => false,
    );
    if (inBrowser) return createElement(Part, props);
    return Loading ? <Loading {...props} /> : null;
  };
}
