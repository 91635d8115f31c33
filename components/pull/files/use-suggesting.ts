"use client";

import { useEffect, useState } from "react";
import type { PullName } from "@/components/pulls/pull-queries";
import { toast } from "@/components/ui/toast";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import { type ChosenSuggestion, useApplySuggestions } from "./apply-suggestions";
import type { Suggesting } from "./file-threads";
import { sameSuggestion } from "./suggestions";
import type { Version } from "./versions";

export interface Person {
  name: string | null;
  email: string;
}

/** The suggestions that were chosen to be committed together, and what commits them. */
export function useSuggesting(
  name: PullName,
  pull: PullRequest,
  { name: personName, email }: Person,
  version: Version,
  modeOf: Suggesting["modeOf"],
): Suggesting {
  const [chosen, setChosen] = useState<readonly ChosenSuggestion[]>([]);
  const { mutate, isPending } = useApplySuggestions(name);
  // Line numbers of another head don't match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: emptied when the head moves
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
          author: { name: personName?.trim() || email, email },
          suggestions,
        },
        {
          onSuccess: (sha) => {
            setChosen([]);
            toast.success(`Committed as ${sha.slice(0, 8)}.`);
          },
          onError: (problem) => toast.error("Nothing was committed.", { description: problem.message }),
        },
      ),
  };
}
