"use client";

import { createContext, type ReactNode, type RefObject, useContext } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import type { InlineDraft, LinePosition } from "@/components/reviews/review-draft";
import type { Thread } from "@/components/reviews/review-queries";
import type { CommitFile } from "@/lib/contract/hosting/commit-file";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { DiffPosition } from "@/lib/model/diff/diff-position";
import type { ChosenSuggestion } from "./apply-suggestions";
import type { ComparedCommits } from "./image-change";
import type { PlacedAnnotation } from "./use-annotations";

/** A thread as it is shown in the diff. */
export interface PlacedThread {
  thread: Thread;
  /** Explains why it isn't shown at its original lines. */
  note?: string | undefined;
  /** Its lines in the shown version, if they haven't changed since the thread was created. */
  lines?: { path: string; startLine: number; endLine: number } | undefined;
}

export interface SuggestionBatch {
  chosen: readonly ChosenSuggestion[];
  busy: boolean;
  choose: (suggestion: ChosenSuggestion, chosen: boolean) => void;
  apply: (suggestions: readonly ChosenSuggestion[]) => void;
  modeOf: (path: string) => string | undefined;
}

/** A draft whose form takes the focus, with its selection if the form was replaced while the user typed. */
export type OpenedDraft = LinePosition & { selection?: readonly [start: number, end: number] };

/** Everything shown between the lines of a diff, by position. */
export interface FileThreads {
  name: PullName;
  pull: PullRequest;
  canWrite: boolean;
  threadsAt: (position: DiffPosition) => readonly PlacedThread[];
  annotationsAt: (position: DiffPosition) => readonly PlacedAnnotation[];
  /** A changed image, and the two commits it is compared between. */
  imageAt: (position: DiffPosition) => { file: CommitFile; commits: ComparedCommits } | undefined;
  /** Where a draft is shown, with a note if that isn't its original line. */
  positionOfDraft: (draft: InlineDraft) => { position: DiffPosition; note?: string | undefined };
  /** The draft that was just opened. Its form takes the focus once it is visible. */
  opened: RefObject<OpenedDraft | undefined>;
  /** The text of lines on the new side, if the diff shows all of them. */
  textOf: (lines: { path: string; startLine: number; endLine: number }) => string[] | undefined;
  /** Absent if suggestions can't be committed: an older version, or a pull request that isn't open. */
  suggestionBatch: SuggestionBatch | undefined;
}

const FileThreadsContext = createContext<FileThreads | undefined>(undefined);

export function FileThreadsProvider({ threads, children }: { threads: FileThreads; children: ReactNode }) {
  return <FileThreadsContext value={threads}>{children}</FileThreadsContext>;
}

export function useFileThreads(): FileThreads {
  const threads = useContext(FileThreadsContext);
  if (!threads) throw new Error("useFileThreads must be used inside FileThreadsProvider");
  return threads;
}
