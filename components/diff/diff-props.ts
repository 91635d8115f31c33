import type { ReactNode, Ref } from "react";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { DiffPosition, DiffRange } from "@/lib/model/diff/diff-position";

/** Files of more characters aren't highlighted: that would keep the workers from what is in sight. */
export const mostHighlighted = 1_000_000;

export interface DiffHandle {
  /** Scrolls to the head of a file, if it is out of sight. */
  showHead: (path: string) => void;
  showRange: (range: DiffRange, align?: "center" | "nearest") => void;
  /** Shows more unchanged lines around a hunk, by its index, or every line of the file. */
  expand: (path: string, hunk: number | "all") => void;
}

/** What a diff needs to be drawn, independent of the library that draws it. */
export interface DiffProps {
  /** Accessible name of the diff. */
  label: string;
  files: readonly CommitFile[];
  layout: "split" | "unified";
  wrap: boolean;
  /** Paths of files that only show their head. */
  folded: ReadonlySet<string>;
  /** Where `below` shows something; its content may change without this list. */
  positions?: readonly DiffPosition[];
  /** The head of a file; 44 pixels high. */
  head: (file: CommitFile) => ReactNode;
  below?: (position: DiffPosition) => ReactNode;
  /** Begins a comment on lines. */
  onComment?: ((range: DiffRange) => void) | undefined;
  selected: DiffRange | undefined;
  onSelect?: (range: DiffRange | undefined) => void;
  /** Whole texts of a file, to show the lines between its hunks. */
  load?: ((file: CommitFile) => Promise<{ before: string; after: string }>) | undefined;
  handle?: Ref<DiffHandle>;
}
