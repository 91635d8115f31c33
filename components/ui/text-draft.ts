"use client";

import { useCallback, useSyncExternalStore } from "react";

const changed = "slipway:text-draft";

/** Calls back when a text is kept or forgotten, in this tab or another. */
export function onTextDraftChange(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

export const textDraftKey = (name: string) => `slipway.draft.${name}`;

export interface TextDraft {
  text: string;
  /** The text as it is now, also when it was written since this was drawn. */
  read: () => string;
  write: (text: string) => void;
  /** Forgets a text that was sent; what was typed since stays. */
  forget: (sent: string) => void;
}

/** A text kept in this browser until it is sent. */
export function useTextDraft(name: string): TextDraft {
  const key = textDraftKey(name);
  const read = useCallback(() => localStorage.getItem(key) ?? "", [key]);
  const text = useSyncExternalStore(onTextDraftChange, read, () => "");
  const write = useCallback(
    (next: string) => {
      if (next) localStorage.setItem(key, next);
      else localStorage.removeItem(key);
      window.dispatchEvent(new Event(changed));
    },
    [key],
  );
  const forget = useCallback(
    (sent: string) => {
      if (read() === sent) write("");
    },
    [read, write],
  );
  return { text, read, write, forget };
}
