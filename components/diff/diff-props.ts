import type { ReactNode, Ref } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { DiffPosition, DiffRange } from "@/lib/model/diff/diff-position";

/** Larger files aren't highlighted, since they would keep the workers from visible files. */
export const maxHighlightedChars = 1_000_000;

export interface DiffHandle {
  /** Scrolls to the header of a file if it isn't visible. */
  showHeader: (path: string) => void;
  showRange: (range: DiffRange, align?: "center" | "nearest") => void;
  /** Shows more unchanged lines around a hunk, by its index, or every line of the file. */
  expand: (path: string, hunk: number | "all") => void;
}

/** The props of a diff, independent of the diff library. */
export interface DiffProps {
  /** Accessible name of the diff. */
  label: string;
  files: readonly CommitFile[];
  layout: "split" | "unified";
  wrap: boolean;
  /** Paths of files whose lines are hidden. */
  folded: ReadonlySet<string>;
  /** Where `below` renders something. Its content can change without this list changing. */
  positions?: readonly DiffPosition[];
  /** The header of a file, 44 pixels high. */
  head: (file: CommitFile) => ReactNode;
  below?: (position: DiffPosition) => ReactNode;
  /** Starts a comment on lines. */
  onComment?: ((range: DiffRange) => void) | undefined;
  selected: DiffRange | undefined;
  /** The text to highlight. */
  find?: string;
  onSelect?: (range: DiffRange | undefined) => void;
  /** Loads the full text of a file, to show the lines between its hunks. */
  load?: ((file: CommitFile) => Promise<{ before: string; after: string }>) | undefined;
  handle?: Ref<DiffHandle>;
}
