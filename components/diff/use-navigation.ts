import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { announce } from "@/components/ui/announcer";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import { moveCursor, nextPosition, type Stride, type WalkedFile } from "@/lib/model/diff/cursor";
import { describeLine } from "@/lib/model/diff/describe-line";
import { type DiffPosition, type DiffRange, fileLine, formatRange } from "@/lib/model/diff/diff-position";
import { parseHunks } from "@/lib/model/diff/parse-hunks";
import type { DiffHandle } from "./diff-props";
import type { Folding } from "./use-folded";

type Align = "center" | "nearest";

/**
 * The selected range. It is stored elsewhere, such as in the URL, whose updates arrive after the next key press. So a
 * move applies immediately, and its echo is ignored.
 */
function useRange(stored: DiffRange | undefined, store: (range: DiffRange | undefined) => void) {
  const [range, setRange] = useState(stored);
  const written = useRef<string[]>([]);
  const text = stored ? formatRange(stored) : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text identifies the range, which is a new object on each render
  useEffect(() => {
    const echo = written.current.lastIndexOf(text);
    if (echo >= 0) written.current.splice(0, echo + 1);
    else setRange(stored);
  }, [text]);
  const move = (next: DiffRange | undefined) => {
    written.current.push(next ? formatRange(next) : "");
    setRange(next);
    store(next);
  };
  return [range, move] as const;
}

interface NavigationOptions {
  files: readonly CommitFile[];
  /** Positions of threads. */
  positions: readonly DiffPosition[];
  folding: Folding;
  view: RefObject<DiffHandle | null>;
  range: DiffRange | undefined;
  onRange: (range: DiffRange | undefined) => void;
}

const fileStart = (path: string): DiffPosition => ({ path, side: "right", line: fileLine });

/** The cursor in the diff and functions to move it. */
export function useNavigation({ files, positions, folding, view, range: stored, onRange }: NavigationOptions) {
  const [range, setRange] = useRange(stored, onRange);
  const cursor: DiffPosition | undefined = range && { path: range.path, side: range.side, line: range.endLine };
  const walked: WalkedFile[] = files.map((file) => ({
    path: file.filename,
    get hunks() {
      return parseHunks(file);
    },
    folded: folding.folded.has(file.filename) || file.patch === "",
  }));

  const reveal = (next: DiffRange, align?: Align) => {
    if (folding.folded.has(next.path) && next.startLine !== fileLine) folding.fold([next.path], false);
    // A file that was folded is laid out in the next frame.
    requestAnimationFrame(() => view.current?.showRange(next, align));
  };
  const revealed = useRef(range && formatRange(range));
  const select = (next: DiffRange | undefined) => {
    revealed.current = next && formatRange(next);
    setRange(next);
  };
  // A link can point to another position in the open diff.
  const address = range && formatRange(range);
  const follow = useEffectEvent(() => {
    if (address !== revealed.current && range) reveal(range);
    revealed.current = address;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the URL points to another position
  useEffect(() => follow(), [address]);

  const show = (next: DiffRange, align?: Align) => {
    select(next);
    reveal(next, align);
  };
  const goTo = (position: DiffPosition | undefined, align?: Align) => {
    if (!position) return;
    show({ path: position.path, side: position.side, startLine: position.line, endLine: position.line }, align);
    announce(describeLine(files, position));
  };
  return {
    range,
    cursor,
    select,
    show,
    goToFile: (path: string) => goTo(fileStart(path)),
    move: (stride: Stride, step: 1 | -1) =>
      goTo(moveCursor(walked, cursor, stride, step), stride === "row" ? "nearest" : "center"),
    /** Extends the range by the next or previous line. */
    extend: (step: 1 | -1) => {
      const next = moveCursor(walked, cursor, "row", step);
      if (!range || !next || next.path !== range.path || next.line === fileLine || next.side !== range.side) return;
      const startLine = step > 0 ? range.startLine : Math.min(range.startLine, next.line);
      show({ ...range, startLine, endLine: step > 0 ? next.line : range.endLine }, "nearest");
    },
    toThread: (step: 1 | -1) => goTo(nextPosition(walked, cursor, positions, step)),
    toFileWithThreads: (step: 1 | -1) => {
      const heads = [...new Set(positions.map(({ path }) => path))].map(fileStart);
      goTo(nextPosition(walked, cursor && fileStart(cursor.path), heads, step));
    },
  };
}

export type Navigation = ReturnType<typeof useNavigation>;
