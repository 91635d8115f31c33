"use client";

import { useMemo, useSyncExternalStore } from "react";
import { onLocalChange } from "@/components/ui/local-store";
import { plainText, useLocalStore } from "@/components/ui/use-local-store";
import { closedDraft, type InlineDraft, inlineDrafts } from "./review-draft";
import { reviewDraftStore } from "./review-draft-store";
import { useReviewer } from "./reviewer";

/** Reads and changes the drafts of a review without re-rendering on changes. */
export function useReviewDraftStore(pullId: string) {
  const email = useReviewer()?.email ?? "";
  return useMemo(() => reviewDraftStore(pullId, email), [pullId, email]);
}

/** The user's draft of a review, shared by the tabs of this browser. */
export function useReviewDraft(pullId: string) {
  const store = useReviewDraftStore(pullId);
  const { value: drafts } = useLocalStore(store.names.drafts, inlineDrafts);
  return { drafts, ...store };
}

export function useReviewSummary(pullId: string) {
  return useLocalStore(useReviewDraftStore(pullId).names.summary, plainText);
}

/** The drafts without their text, so that typing doesn't change the result. */
export function useDraftPositions(pullId: string): readonly InlineDraft[] {
  const { read } = useReviewDraftStore(pullId);
  const text = useSyncExternalStore(
    onLocalChange,
    () => JSON.stringify(read().map((draft) => ({ ...closedDraft(draft), open: draft.open, body: "" }))),
    () => "[]",
  );
  return useMemo(() => inlineDrafts.parse(text), [text]);
}
