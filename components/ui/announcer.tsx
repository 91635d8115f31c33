"use client";

import { useSyncExternalStore } from "react";

let message = "";
const listeners = new Set<() => void>();

/** Says one thing to screen readers, politely. For what ends or changes, never for each token of a stream. */
export function announce(text: string): void {
  // The same words twice are only spoken again when the text differs.
  message = text === message ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page's one polite live region. */
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
