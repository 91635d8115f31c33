"use client";

import type { ExternalToast } from "sonner";

type Kind = "success" | "error" | "info" | "message";
type Show = (kind: Kind, text: string, options?: ExternalToast) => void;

let show: Show | undefined;
const waiting: Parameters<Show>[] = [];
const listeners = new Set<() => void>();

/** True once anything was to be shown: only then the code that shows it is loaded. */
export const hasToasts = (): boolean => show !== undefined || waiting.length > 0;

export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands over everything that waits, and what comes from now on. */
export function connectToaster(take: Show): () => void {
  show = take;
  for (const toast of waiting.splice(0)) take(...toast);
  return () => {
    show = undefined;
  };
}

const send = (kind: Kind) => (text: string, options?: ExternalToast) => {
  if (show) show(kind, text, options);
  else {
    waiting.push([kind, text, options]);
    for (const listener of listeners) listener();
  }
};

/** Short words at the edge of the screen about what has just happened. */
export const toast = { success: send("success"), error: send("error"), info: send("info"), message: send("message") };
