"use client";

let hasEnded = false;
const listeners = new Set<() => void>();

/** True from the first response that the session ended until the user has signed in again. */
export const hasSessionEnded = (): boolean => hasEnded;

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Records that the session ended, or that there is a new one. */
export function setSessionEnded(ended: boolean): void {
  if (ended === hasEnded) return;
  hasEnded = ended;
  for (const listener of listeners) listener();
}
