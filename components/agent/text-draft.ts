"use client";

import { useCallback, useSyncExternalStore } from "react";

const changed = "slipway:text-draft";

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

/** A text kept in this browser until it is sent. */
export function useTextDraft(name: string): readonly [text: string, write: (text: string) => void] {
  const key = `slipway.draft.${name}`;
  const read = useCallback(() => localStorage.getItem(key) ?? "", [key]);
  const text = useSyncExternalStore(subscribe, read, () => "");
  const write = useCallback(
    (next: string) => {
      if (next) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
      window.dispatchEvent(new Event(changed));
    },
    [key],
  );
  return [text, write];
}
