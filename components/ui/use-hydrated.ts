"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * False on the server and while its page is taken over, true from then on. For parts whose code comes late: by the time
 * they are taken over, what they read may have arrived, and would no longer be what the server drew.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
