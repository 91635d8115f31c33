import { useSyncExternalStore } from "react";

const wide = "(min-width: 768px)";

/** There is no room for two columns, or for long lines. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(wide);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => !window.matchMedia(wide).matches,
    () => false,
  );
}
