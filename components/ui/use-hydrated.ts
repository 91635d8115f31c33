"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False on the server and until hydration, then true. Controls would lose clicks before that; and lazily loaded parts could read
 * newer data than the server rendered.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** The props that disable a control until hydration. */
export function hydrationProps(hydrated: boolean, disabled: boolean | undefined) {
  return hydrated ? { disabled } : { disabled: true, "data-hydrating": disabled ? undefined : true };
}
