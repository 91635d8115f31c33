"use client";

import { useEffect, useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { toast } from "@/components/ui/toast";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { type ChosenSuggestion, useApplySuggestions } from "./apply-suggestions";
import type { SuggestionBatch } from "./file-threads";
import { sameSuggestion } from "./suggestions";
import type { Version } from "./versions";

export interface Committer {
  name: string | null;
  email: string;
}

/** The batch of suggestions selected to be committed together, and the functions to change and commit it. */
export function useSuggestionBatch(
  name: PullName,
  pull: PullRequest,
  { name: userName, email }: Committer,
  version: Version,
  modeOf: SuggestionBatch["modeOf"],
): SuggestionBatch {
  const [chosen, setChosen] = useState<readonly ChosenSuggestion[]>([]);
  const { mutate, isPending } = useApplySuggestions(name);
  // Line numbers don't apply to another head.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reset when the head changes
  useEffect(() => setChosen([]), [version.headSha]);
  return {
    chosen,
    busy: isPending,
    modeOf,
    choose: (suggestion, on) => {
      const others = chosen.filter((each) => !sameSuggestion(each, suggestion));
      setChosen(on ? [...others, suggestion] : others);
    },
    apply: (suggestions) =>
      mutate(
        {
          branch: pull.head.ref,
          headSha: version.headSha,
          author: { name: userName?.trim() || email, email },
          suggestions,
        },
        {
          onSuccess: (sha) => {
            setChosen([]);
            toast.success(`Committed as ${sha.slice(0, 8)}.`);
          },
          onError: (problem) => toast.error("Couldn't commit the suggestions.", { description: problem.message }),
        },
      ),
  };
}
