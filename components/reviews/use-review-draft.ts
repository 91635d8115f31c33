"use client";

import { useMemo, useSyncExternalStore } from "react";
import { onTextDraftChange, textDraftKey, useTextDraft } from "@/components/ui/text-draft";
import { type InlineDraft, readDrafts, samePlace, withDraft } from "./review-draft";

const nameOf = (pullId: string) => `review.${pullId}`;
const readText = (pullId: string) => localStorage.getItem(textDraftKey(nameOf(pullId))) ?? "";

/** Changes the kept comments without following them. */
export function useKeptDrafts(pullId: string) {
  return useMemo(() => {
    const read = () => readDrafts(readText(pullId));
    /** Changes what is kept now: another tab, or this one while a review was sent, may have written since. */
    const keep = (change: (drafts: readonly InlineDraft[]) => readonly InlineDraft[]) => {
      const next = change(read());
      const key = textDraftKey(nameOf(pullId));
      if (next.length > 0) localStorage.setItem(key, JSON.stringify(next));
      else localStorage.removeItem(key);
      window.dispatchEvent(new Event("slipway:text-draft"));
    };
    const without = (now: readonly InlineDraft[], draft: InlineDraft) => now.filter((each) => !samePlace(each, draft));
    return {
      read,
      put: (draft: InlineDraft) => keep((now) => withDraft(now, draft)),
      /** Puts a draft elsewhere. */
      move: (from: InlineDraft, to: InlineDraft) => keep((now) => withDraft(without(now, from), to)),
      remove: (draft: InlineDraft) => keep((now) => without(now, draft)),
      /** Forgets what has been published; what was written meanwhile stays. */
      forget: (published: readonly InlineDraft[]) => {
        const gone = new Set(published.map((draft) => JSON.stringify(draft)));
        keep((now) => now.filter((draft) => !gone.has(JSON.stringify(draft))));
      },
    };
  }, [pullId]);
}

/** The comments of the review one is writing: kept in this browser, the same in each of its tabs. */
export function useReviewDraft(pullId: string) {
  const { text } = useTextDraft(nameOf(pullId));
  const drafts = useMemo(() => readDrafts(text), [text]);
  return { drafts, ...useKeptDrafts(pullId) };
}

/** Where there are drafts, without what they say: it does not change while somebody types. */
export function useDraftSpots(pullId: string): readonly InlineDraft[] {
  const text = useSyncExternalStore(
    onTextDraftChange,
    () => JSON.stringify(readDrafts(readText(pullId)).map(({ kept: _kept, ...draft }) => ({ ...draft, body: "" }))),
    () => "[]",
  );
  return useMemo(() => readDrafts(text), [text]);
}
