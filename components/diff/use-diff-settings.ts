"use client";

import { useCallback } from "react";
import type { Codec } from "@/components/ui/local-store";
import { useLocalStore } from "@/components/ui/use-local-store";

export interface DiffSettings {
  layout: "split" | "unified";
  wrap: boolean;
  whitespace: "shown" | "hidden";
  annotations: "shown" | "hidden";
}

const codec: Codec<DiffSettings> = {
  parse: (text) => {
    const flags = new Set(text.split(" "));
    return {
      layout: flags.has("split") ? "split" : "unified",
      wrap: flags.has("wrap"),
      whitespace: flags.has("hide-whitespace") ? "hidden" : "shown",
      annotations: flags.has("hide-annotations") ? "hidden" : "shown",
    };
  },
  format: ({ layout, wrap, whitespace, annotations }) =>
    [
      layout,
      ...(wrap ? ["wrap"] : []),
      ...(whitespace === "hidden" ? ["hide-whitespace"] : []),
      ...(annotations === "hidden" ? ["hide-annotations"] : []),
    ].join(" "),
};

/** Display settings of all diffs, stored in this browser. */
export function useDiffSettings(): [DiffSettings, (change: Partial<DiffSettings>) => void] {
  const { value, read, write } = useLocalStore("diff", codec);
  const change = useCallback((part: Partial<DiffSettings>) => void write({ ...read(), ...part }), [read, write]);
  return [value, change];
}
