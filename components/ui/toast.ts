"use client";

import type { ExternalToast, toast as sonner } from "sonner";

type Kind = "success" | "error" | "info" | "message";
type Show = (toast: typeof sonner) => void;

let show: ((action: Show) => void) | undefined;
const waiting: Show[] = [];
const listeners = new Set<() => void>();

/** True once anything was to be shown: only then the code that shows it is loaded. */
export const toastsWanted = (): boolean => show !== undefined || waiting.length > 0;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hands over everything that waits, and what comes from now on. */
export function takeToasts(take: (action: Show) => void): () => void {
  show = take;
  for (const action of waiting.splice(0)) take(action);
  return () => {
    show = undefined;
  };
}

const tell = (kind: Kind) => (text: string, options?: ExternalToast) => {
  const action: Show = (toast) => toast[kind](text, options);
  if (show) show(action);
  else {
    waiting.push(action);
    for (const listener of listeners) listener();
  }
};

/** Short words at the edge of the screen about what has just happened. */
export const toast = { success: tell("success"), error: tell("error"), info: tell("info"), message: tell("message") };
