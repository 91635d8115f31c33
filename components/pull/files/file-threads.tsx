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

/** A thread where it is shown, and what became of its lines since. */
export interface PlacedThread {
  thread: Thread;
  /** Said when it does not stand on its own lines any more, or these are not in sight. */
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

/** What is said in a diff, by the places where it is shown. */
export interface Talk {
  name: PullName;
  pull: PullRequest;
  mayAct: boolean;
  threadsAt: (place: DiffPosition) => readonly PlacedThread[];
  annotationsAt: (place: DiffPosition) => readonly PlacedAnnotation[];
  /** A picture that stands at a place, and the commits it is compared between. */
  pictureAt: (place: DiffPosition) => { file: CommitFile; ends: Ends } | undefined;
  /** Where a draft is shown, with what is to be said about that. */
  placeOfDraft: (draft: InlineDraft) => { place: DiffPosition; note?: string | undefined };
  /** The draft somebody has just opened: its form takes the focus, as soon as it is in sight. */
  opened: RefObject<LinePlace | undefined>;
  /** The text of lines of the new side, where the diff shows all of them. */
  textOf: (lines: { path: string; startLine: number; endLine: number }) => string[] | undefined;
  /** Absent where suggestions can't be committed: not the latest version, or not open. */
  suggesting: Suggesting | undefined;
}

const TalkContext = createContext<Talk | undefined>(undefined);

export function TalkProvider({ talk, children }: { talk: Talk; children: ReactNode }) {
  return <TalkContext value={talk}>{children}</TalkContext>;
}

export function useTalk(): Talk {
  const talk = useContext(TalkContext);
  if (!talk) throw new Error("there is no talk around this place");
  return talk;
}
