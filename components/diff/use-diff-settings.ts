"use client";

import { useCallback } from "react";
import type { Codec } from "@/components/ui/local-store";
import { useLocalStore } from "@/components/ui/use-local-store";
import { useUrlState } from "@/components/ui/use-url-state";

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

/** Display settings of all diffs, stored in this browser. `?diff=split` or `?diff=unified` in the URL overrides the layout. */
export function useDiffSettings(): [DiffSettings, (change: Partial<DiffSettings>) => void] {
  const { value, read, write } = useLocalStore("diff", codec);
  const { get, set } = useUrlState();
  const linked = get("diff");
  const layout = linked === "split" || linked === "unified" ? linked : value.layout;
  const change = useCallback(
    (part: Partial<DiffSettings>) => {
      write({ ...read(), ...part });
      if (part.layout) set({ diff: part.layout });
    },
    [read, write, set],
  );
  return [{ ...value, layout }, change];
}
