"use client";

import { useEffect, useRef, useState } from "react";
import type { TranscriptHandle, TranscriptTarget } from "@/components/transcript/transcript-pane";
import { useUrlState } from "@/components/ui/use-url-state";
import { parseRunReference, type RunReference } from "@/lib/model/runs/run-reference";
import { parseEventHash } from "@/lib/model/transcript/event-hash";

interface NavigationOptions {
  isTranscript: boolean;
  /** Loads a run so that it can be shown. Must be stable. */
  include: (run: RunReference) => void;
  /** Loads the latest runs. */
  showLatest: () => void;
}

/** Goes to runs and rows of the transcript: those of links to the page, and those chosen on it. */
export function useTranscriptNavigation({ isTranscript, include, showLatest }: NavigationOptions) {
  const url = useUrlState();
  const linkedRun = url.get("run");
  const conversation = useRef<TranscriptHandle>(null);
  const [target, setTarget] = useState<TranscriptTarget>();
  const followedLink = useRef("");
  useEffect(() => {
    if (linkedRun === followedLink.current) return;
    followedLink.current = linkedRun;
    const run = parseRunReference(linkedRun);
    // A link to an event shows that event of its run.
    if (!run || parseEventHash(window.location.hash)) return;
    include(run);
    setTarget({ run });
  }, [linkedRun, include]);

  const open = (run: string) => {
    if (isTranscript && run === "" && linkedRun === "") return;
    followedLink.current = run;
    url.set({ tab: "", file: "", run }, { push: !isTranscript, ...(run === "" ? {} : { hash: "" }) });
  };
  const loadLatest = () => {
    open("");
    showLatest();
  };
  return {
    conversation,
    target,
    onTargetShown: () => setTarget(undefined),
    loadLatest,
    toLatest: () => {
      setTarget(undefined);
      loadLatest();
      conversation.current?.showLatest();
    },
    to: (next: TranscriptTarget) => {
      open("number" in next.run ? String(next.run.number) : next.run.runId);
      include(next.run);
      setTarget(next);
    },
  };
}
