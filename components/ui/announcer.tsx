"use client";

import { useSyncExternalStore } from "react";

let message = "";
const listeners = new Set<() => void>();

/** Announces a text to screen readers. For results and changes, not for every token of a stream. */
export function announce(text: string): void {
  // Screen readers announce the same text again only if it differs.
  message = text === message ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page's polite live region. */
export function Announcer() {
  const text = useSyncExternalStore(
    subscribe,
    () => message,
    () => "",
  );
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}
