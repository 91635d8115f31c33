"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False on the server and while its page is taken over, true from then on. A control would lose a press until then; and for
 * parts whose code comes late, what they read may have arrived by then, and would no longer be what the server drew.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** What a control adds to its properties until it can be used. */
export function hydrationProps(hydrated: boolean, disabled: boolean | undefined) {
  return hydrated ? { disabled } : { disabled: true, "data-waiting": disabled ? undefined : true };
}
