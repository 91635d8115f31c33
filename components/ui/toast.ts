"use client";

import type { ExternalToast } from "sonner";

type Kind = "success" | "error" | "info" | "message";
type Show = (kind: Kind, text: string, options?: ExternalToast) => void;

let show: Show | undefined;
const queued: Parameters<Show>[] = [];
const listeners = new Set<() => void>();

/** True once there was a toast. The toaster's code is loaded only then. */
export const hasToasts = (): boolean => show !== undefined || queued.length > 0;

export function onFirstToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Passes queued and future toasts to the toaster. */
export function connectToaster(showToast: Show): () => void {
  show = showToast;
  for (const toast of queued.splice(0)) showToast(...toast);
  return () => {
    show = undefined;
  };
}

const send = (kind: Kind) => (text: string, options?: ExternalToast) => {
  if (show) show(kind, text, options);
  else {
    queued.push([kind, text, options]);
    for (const listener of listeners) listener();
  }
};

/** Shows short notifications. */
export const toast = { success: send("success"), error: send("error"), info: send("info"), message: send("message") };
