"use client";

import { useDeferredValue, useMemo, useState } from "react";
import type { Run } from "@/lib/contract/agents/run";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { rowHolds } from "@/lib/model/transcript/row-text";
import type { Row } from "@/lib/model/transcript/state";

export interface Found {
  runId: string;
  row: Row;
}

export interface Find {
  text: string;
  setText: (text: string) => void;
  found: readonly Found[];
  /** Which of them the reader is at; -1 before the first step. */
  at: number;
  /** Goes to the next one, or the one before. */
  step: (by: 1 | -1) => void;
}

/** Find over everything the runs hold, whether it is drawn or not. */
export function useFind(runs: readonly Run[], transcripts: Transcripts, onGo: (found: Found) => void): Find {
  const [text, setText] = useState("");
  const [at, setAt] = useState(-1);
  const wanted = useDeferredValue(text).trim().toLowerCase();
  const found = useMemo(() => {
    if (wanted === "") return [];
    return runs.flatMap(({ id }) =>
      (transcripts.get(id)?.rows ?? []).filter((row) => rowHolds(row, wanted)).map((row) => ({ runId: id, row })),
    );
  }, [runs, transcripts, wanted]);

  return {
    text,
    setText: (next) => {
      setText(next);
      setAt(-1);
    },
    found,
    at: Math.min(at, found.length - 1),
    step: (by) => {
      if (found.length === 0) return;
      const from = at < 0 && by < 0 ? 0 : at;
      const next = (from + by + found.length) % found.length;
      setAt(next);
      const target = found[next];
      if (target) onGo(target);
    },
  };
}
