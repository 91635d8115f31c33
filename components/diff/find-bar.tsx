"use client";

import { X } from "lucide-react";
import { type Ref, useDeferredValue, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { FindField } from "@/components/ui/find-field";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import { findInDiff, maxMatches } from "@/lib/model/diff/find-in-diff";
import { parseHunks } from "@/lib/model/diff/parse-hunks";

interface FindBarProps {
  files: readonly CommitFile[];
  inputRef: Ref<HTMLInputElement>;
  /** Called with each new text. */
  onQuery: (query: string) => void;
  onShow: (range: DiffRange) => void;
  onClose: () => void;
}

/** Searches all lines of the diff, including those that aren't rendered. */
export function FindBar({ files, inputRef, onQuery, onShow, onClose }: FindBarProps) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const deferredQuery = useDeferredValue(query);
  const matches = useMemo(
    () => (deferredQuery ? findInDiff(files.map(parseHunks), deferredQuery) : []),
    [files, deferredQuery],
  );
  const current = Math.min(at, Math.max(matches.length - 1, 0));
  const show = useEffectEvent((index: number) => {
    const match = matches[index];
    const path = match && files[match.file]?.filename;
    if (match && path !== undefined) {
      onShow({ path, side: match.side, startLine: match.line, endLine: match.line });
    }
  });
  // A passive effect could run after the next key press and jump back to the previous match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query shows its current match
  useLayoutEffect(() => show(current), [deferredQuery]);
  const step = (by: 1 | -1) => {
    if (matches.length === 0) return;
    const next = (current + by + matches.length) % matches.length;
    setAt(next);
    show(next);
  };
  const count = matches.length >= maxMatches ? `${maxMatches.toLocaleString("en")}+` : String(matches.length);
  return (
    <search className="flex flex-wrap items-center gap-1">
      <FindField
        label="Find in diff"
        placeholder="Find in all files"
        inputRef={inputRef}
        autoFocus
        text={query}
        onText={(text) => {
          setQuery(text);
          onQuery(text);
          setAt(0);
        }}
        count={deferredQuery === "" ? "" : matches.length === 0 ? "No matches" : `${current + 1} of ${count}`}
        onStep={step}
        onEscape={onClose}
      />
      <Button variant="ghost" size="smallIcon" aria-label="Close find" onClick={onClose}>
        <X aria-hidden />
      </Button>
    </search>
  );
}
