"use client";

import { useCallback, useMemo, useRef, useState } from "react";

export interface Selection {
  ids: ReadonlySet<string>;
  /** Toggles a row, or with `range` selects all rows from the last toggled one. */
  pick: (id: string, range: boolean) => void;
  set: (ids: readonly string[]) => void;
}

const nothing: ReadonlySet<string> = new Set();

/** The selected rows. Rows that are no longer shown aren't selected. */
export function useSelection(shown: readonly { id: string }[]): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(nothing);
  const last = useRef<string>(undefined);
  const rows = useRef(shown);
  rows.current = shown;

  const pick = useCallback((id: string, range: boolean) => {
    const all = rows.current.map((row) => row.id);
    const [from, to] = [all.indexOf(last.current ?? ""), all.indexOf(id)];
    last.current = id;
    setPicked((before) => {
      const next = new Set(before);
      if (range && from >= 0 && to >= 0) {
        for (const each of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each);
      } else if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const set = useCallback((ids: readonly string[]) => setPicked(new Set(ids)), []);

  return useMemo(() => {
    const ids = picked.size === 0 ? nothing : new Set(shown.map(({ id }) => id).filter((id) => picked.has(id)));
    return { ids, pick, set };
  }, [picked, shown, pick, set]);
}
