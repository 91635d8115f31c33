"use client";

import { useDeferredValue, useMemo, useState } from "react";
import type { Run } from "@/lib/contract/agents/run";
import type { Transcripts } from "@/lib/model/transcript/conversation-store";
import { findRows, type RowPath } from "@/lib/model/transcript/row-path";
import { rowContains } from "@/lib/model/transcript/row-text";

export interface FindMatch {
  runId: string;
  path: RowPath;
}

export interface Find {
  text: string;
  setText: (text: string) => void;
  matches: readonly FindMatch[];
  /** Index of the current match; -1 before the first step. */
  at: number;
  /** Goes to the next or previous match. */
  step: (by: 1 | -1) => void;
}

/** Searches all content of the runs, whether it is rendered or not. */
export function useFind(runs: readonly Run[], transcripts: Transcripts, onSelect: (match: FindMatch) => void): Find {
  const [text, setText] = useState("");
  const [at, setAt] = useState(-1);
  const term = useDeferredValue(text).trim().toLowerCase();
  const matches = useMemo(() => {
    if (term === "") return [];
    return runs.flatMap(({ id }) =>
      findRows(transcripts.get(id)?.rows ?? [], (row) => rowContains(row, term)).map((path) => ({ runId: id, path })),
    );
  }, [runs, transcripts, term]);

  return {
    text,
    setText: (next) => {
      setText(next);
      setAt(-1);
    },
    matches,
    at: Math.min(at, matches.length - 1),
    step: (by) => {
      if (matches.length === 0) return;
      const from = at < 0 && by < 0 ? 0 : at;
      const next = (from + by + matches.length) % matches.length;
      setAt(next);
      const target = matches[next];
      if (target) onSelect(target);
    },
  };
}
