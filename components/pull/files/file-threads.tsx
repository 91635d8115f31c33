"use client";

import { createContext, type ReactNode, type RefObject, useContext } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import type { InlineDraft, LinePlace } from "@/components/reviews/review-draft";
import type { Thread } from "@/components/reviews/review-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { DiffPosition } from "@/lib/model/diff/diff-position";
import type { ChosenSuggestion } from "./apply-suggestions";
import type { Ends } from "./image-change";
import type { PlacedAnnotation } from "./use-annotations";

/** A thread where it is shown, and its lines now. */
export interface PlacedThread {
  thread: Thread;
  /** Shown when it isn't on its own lines any more, or the diff doesn't show them. */
  note?: string | undefined;
  /** Its lines in the version that is shown, unchanged since it was begun. */
  lines?: { path: string; startLine: number; endLine: number } | undefined;
}

export interface Suggesting {
  chosen: readonly ChosenSuggestion[];
  busy: boolean;
  choose: (suggestion: ChosenSuggestion, chosen: boolean) => void;
  apply: (suggestions: readonly ChosenSuggestion[]) => void;
  modeOf: (path: string) => string | undefined;
}

/** The threads and annotations of a diff, by the places where they are shown. */
export interface FileThreads {
  name: PullName;
  pull: PullRequest;
  mayAct: boolean;
  threadsAt: (place: DiffPosition) => readonly PlacedThread[];
  annotationsAt: (place: DiffPosition) => readonly PlacedAnnotation[];
  /** A changed picture, and the commits it is compared between. */
  pictureAt: (place: DiffPosition) => { file: CommitFile; ends: Ends } | undefined;
  /** Where a draft is shown, with a note about that place. */
  placeOfDraft: (draft: InlineDraft) => { place: DiffPosition; note?: string | undefined };
  /** The draft that was just opened: its form takes the focus as soon as it is in sight. */
  opened: RefObject<LinePlace | undefined>;
  /** The text of lines of the new side, where the diff shows all of them. */
  textOf: (lines: { path: string; startLine: number; endLine: number }) => string[] | undefined;
  /** Absent where suggestions can't be committed: not the latest version, or not open. */
  suggesting: Suggesting | undefined;
}

const FileThreadsContext = createContext<FileThreads | undefined>(undefined);

export function FileThreadsProvider({ threads, children }: { threads: FileThreads; children: ReactNode }) {
  return <FileThreadsContext value={threads}>{children}</FileThreadsContext>;
}

export function useFileThreads(): FileThreads {
  const threads = useContext(FileThreadsContext);
  if (!threads) throw new Error("useFileThreads needs a FileThreadsProvider");
  return threads;
}
