"use client";

import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type Ref, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { DiffRange } from "@/lib/model/diff/diff-position";
import { findInDiff, maxMatches } from "@/lib/model/diff/find-in-diff";
import { hunksOf } from "@/lib/model/diff/hunks-of";

interface FindBarProps {
  files: readonly CommitFile[];
  inputRef: Ref<HTMLInputElement>;
  onShow: (range: DiffRange) => void;
  onClose: () => void;
}

/** Searches all lines of the diff, including those that aren't rendered. */
export function FindBar({ files, inputRef, onShow, onClose }: FindBarProps) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const deferredQuery = useDeferredValue(query);
  const matches = useMemo(
    () => (deferredQuery ? findInDiff(files.map(hunksOf), deferredQuery) : []),
    [files, deferredQuery],
  );
  const show = useEffectEvent((index: number) => {
    const match = matches[index];
    const path = match && files[match.file]?.filename;
    if (match && path !== undefined) {
      onShow({ path, side: match.side, startLine: match.line, endLine: match.line });
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query starts at its first match
  useEffect(() => {
    setAt(0);
    show(0);
  }, [deferredQuery]);
  const step = (by: 1 | -1) => {
    if (matches.length === 0) return;
    const next = (at + by + matches.length) % matches.length;
    setAt(next);
    show(next);
  };
  const count = matches.length >= maxMatches ? `${maxMatches.toLocaleString("en")}+` : String(matches.length);
  return (
    <search className="flex flex-wrap items-center gap-1">
      <Input
        ref={inputRef}
        autoFocus
        aria-label="Find in diff"
        placeholder="Find in all files"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
          else if (event.key === "Escape") onClose();
          else return;
          event.preventDefault();
        }}
        className="w-44"
      />
      <output className="min-w-16 text-muted-foreground text-xs tabular-nums">
        {deferredQuery === "" ? "" : matches.length === 0 ? "No matches" : `${at + 1} of ${count}`}
      </output>
      <Button variant="quiet" size="icon" aria-label="Previous match" onClick={() => step(-1)}>
        <ChevronUp aria-hidden />
      </Button>
      <Button variant="quiet" size="icon" aria-label="Next match" onClick={() => step(1)}>
        <ChevronDown aria-hidden />
      </Button>
      <Button variant="quiet" size="icon" aria-label="Close find" onClick={onClose}>
        <X aria-hidden />
      </Button>
    </search>
  );
}
