"use client";

import { useCallback, useMemo, useSyncExternalStore } from "react";

export interface DiffSettings {
  layout: "split" | "unified";
  wrap: boolean;
  whitespace: "shown" | "hidden";
  annotations: "shown" | "hidden";
}

const storageKey = "slipway.diff";
const changed = "slipway:diff-settings";

function subscribe(listener: () => void): () => void {
  window.addEventListener(changed, listener);
  window.addEventListener("storage", listener);
  return () => {
    window.removeEventListener(changed, listener);
    window.removeEventListener("storage", listener);
  };
}

const read = () => localStorage.getItem(storageKey) ?? "";

function settingsOf(text: string): DiffSettings {
  const words = new Set(text.split(" "));
  return {
    layout: words.has("split") ? "split" : "unified",
    wrap: words.has("wrap"),
    whitespace: words.has("quiet") ? "hidden" : "shown",
    annotations: words.has("unannotated") ? "hidden" : "shown",
  };
}

/** How diffs are shown: remembered in this browser, the same for every diff. */
export function useDiffSettings(): [DiffSettings, (change: Partial<DiffSettings>) => void] {
  const text = useSyncExternalStore(subscribe, read, () => "");
  const settings = useMemo(() => settingsOf(text), [text]);
  const change = useCallback((part: Partial<DiffSettings>) => {
    const { layout, wrap, whitespace, annotations } = { ...settingsOf(read()), ...part };
    const words = [
      layout,
      ...(wrap ? ["wrap"] : []),
      ...(whitespace === "hidden" ? ["quiet"] : []),
      ...(annotations === "hidden" ? ["unannotated"] : []),
    ];
    localStorage.setItem(storageKey, words.join(" "));
    window.dispatchEvent(new Event(changed));
  }, []);
  return [settings, change];
}
