"use client";

import { pullAgentsQuery, sendAboutPull } from "@/components/pulls/pull-agents-query";
import type { PullName } from "@/components/pulls/pull-queries";
import { useChange } from "@/components/ui/use-change";
import { retryImport } from "@/lib/client/retry-import";

/** Sends an agent what blocks a pull request: failed checks, reviews, comments and conflicts. */
export function useSendBack(name: PullName) {
  return useChange(async (agentId: string) => {
    const { fixPullPrompt } = await retryImport(() => import("@/components/launch/fix-pull-form"));
    const { prompt } = await fixPullPrompt(name);
    return sendAboutPull(name, agentId, prompt);
  }, pullAgentsQuery(name).queryKey);
}
