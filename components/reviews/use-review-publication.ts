"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { onLocalChange } from "@/components/ui/local-store";
import { publishReview, syncReviewDraft } from "./sync-review-draft";
import { useReviewDraftStore } from "./use-review-draft";

/** Time without changes before a draft is saved. */
const saveAfterMs = 1_000;

type Publication = Parameters<typeof publishReview>[2];

/**
 * Keeps the user's draft of a review synchronized with the service, so that another browser continues where this one
 * stopped, and publishes it. The returned error is of the last synchronization.
 */
export function useReviewPublication(name: PullName, pullId: string) {
  const client = useQueryClient();
  const store = useReviewDraftStore(pullId);
  // Mutations of a scope run one after the other, so that a draft isn't saved while it is published.
  const scope = { id: `review-draft ${pullId}` };
  const sync = useMutation({ scope, mutationFn: (refresh: boolean) => syncReviewDraft(name, store, refresh) });
  const publish = useMutation({
    scope,
    mutationFn: (publication: Publication) => publishReview(name, store, publication),
    onSettled: () => client.invalidateQueries({ queryKey: pullKeys.detail(name) }),
  });
  const run = useEffectEvent((refresh: boolean) => sync.mutate(refresh));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft starts again
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const saveLater = () => {
      clearTimeout(timer);
      timer = setTimeout(() => run(false), saveAfterMs);
    };
    const onVisibility = () => run(document.visibilityState === "visible");
    run(true);
    const stop = onLocalChange(saveLater);
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", onVisibility);
      if (timer !== undefined) run(false);
      clearTimeout(timer);
    };
  }, [store]);
  return { publish, saveError: sync.error };
}
