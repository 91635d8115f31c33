"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { pullAgentsQuery, sendAboutPull } from "@/components/pulls/pull-agents-query";
import type { PullName } from "@/components/pulls/pull-queries";
import { retryImport } from "@/lib/client/retry-import";

/** Sends an agent what blocks a pull request: failed checks, reviews, comments and conflicts. */
export function useSendBack(name: PullName) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (agentId: string) => {
      const { fixPullPrompt } = await retryImport(() => import("@/components/launch/fix-pull-form"));
      const { prompt } = await fixPullPrompt(name);
      return sendAboutPull(name, agentId, prompt);
    },
    onSettled: () => client.invalidateQueries({ queryKey: pullAgentsQuery(name).queryKey }),
  });
}
