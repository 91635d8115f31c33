"use client";

import { useMemo, useSyncExternalStore } from "react";
import { localStore, onLocalChange } from "@/components/ui/local-store";
import { useLocalStore } from "@/components/ui/use-local-store";
import { type InlineDraft, inlineDrafts, isSameLine, withDraft } from "./review-draft";

const nameOf = (pullId: string) => `draft.review.${pullId}`;

/** Reads and changes the drafts of a review without re-rendering on changes. */
export function useReviewDraftStore(pullId: string) {
  return useMemo(() => {
    const { read, write } = localStore(nameOf(pullId), inlineDrafts);
    // Reads the latest drafts: another tab, or this one while publishing, may have changed them since the last render.
    const change = (next: (drafts: readonly InlineDraft[]) => readonly InlineDraft[]) => void write(next(read()));
    const without = (now: readonly InlineDraft[], draft: InlineDraft) => now.filter((each) => !isSameLine(each, draft));
    return {
      read,
      put: (draft: InlineDraft) => change((now) => withDraft(now, draft)),
      /** Moves a draft to another line. */
      move: (from: InlineDraft, to: InlineDraft) => change((now) => withDraft(without(now, from), to)),
      remove: (draft: InlineDraft) => change((now) => without(now, draft)),
      /** Removes published drafts, but keeps those that changed since. */
      forget: (published: readonly InlineDraft[]) => {
        const sent = new Set(published.map((draft) => JSON.stringify(draft)));
        change((now) => now.filter((draft) => !sent.has(JSON.stringify(draft))));
      },
    };
  }, [pullId]);
}

/** The drafts of a review, stored in this browser and shared by its tabs. */
export function useReviewDraft(pullId: string) {
  const { value: drafts } = useLocalStore(nameOf(pullId), inlineDrafts);
  return { drafts, ...useReviewDraftStore(pullId) };
}

/** The drafts without their text, so that typing doesn't change the result. */
export function useDraftPositions(pullId: string): readonly InlineDraft[] {
  const { read } = useReviewDraftStore(pullId);
  const text = useSyncExternalStore(
    onLocalChange,
    () => JSON.stringify(read().map(({ kept: _kept, ...draft }) => ({ ...draft, body: "" }))),
    () => "[]",
  );
  return useMemo(() => inlineDrafts.parse(text), [text]);
}
