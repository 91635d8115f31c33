"use client";

import { updateBranch } from "@/components/pulls/pull-mutations";
import { type PullName, pullKeys } from "@/components/pulls/pull-queries";
import { useChange } from "@/components/ui/use-change";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

/** Rebases each open layer above the root onto the layer below, from the bottom. Stops at the first that can't be rebased. */
export function useRestack({ ownerSlug, repoName }: PullName) {
  return useChange(
    async (layers: readonly PullRequest[]) => {
      for (const { number, state, stack, head } of layers) {
        if (state !== "open" || !stack?.parentPullRequest) continue;
        try {
          const name = { ownerSlug, repoName, pullNumber: number };
          await updateBranch(name, { method: "rebase", expectedHeadSha: head.sha });
        } catch (error) {
          throw new Error(`Couldn't restack #${number}. ${error instanceof Error ? error.message : ""}`);
        }
      }
    },
    pullKeys.lists.slice(0, 1),
  );
}
