"use client";

import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { mergeState, mergeStateTexts, orderedBlockers } from "@/components/pulls/merge-blockers";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { Elapsed } from "./elapsed";
import { FixActions } from "./fix-actions";
import { MergeBlockerItem } from "./merge-blocker";
import { RequestedChanges } from "./requested-changes";

interface MergeStatusProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  mergeability: Mergeability;
  canWrite: boolean;
  onRefresh: () => void;
}

const icons = {
  mergeable: { Icon: CircleCheck, color: "text-success" },
  checking: { Icon: CircleDashed, color: "text-muted-foreground" },
  blocked: { Icon: CircleX, color: "text-danger" },
} as const;

/** The merge state, and each blocker with the action that clears it. */
export function MergeStatus({ name, pull, repository, mergeability, canWrite, onRefresh }: MergeStatusProps) {
  const blockers = orderedBlockers(mergeability);
  const state = mergeState(mergeability);
  const { Icon, color } = icons[state];
  return (
    <div className="space-y-2 p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium" role="status">
        <Icon aria-hidden className={`size-4 shrink-0 ${color}`} />
        {state === "mergeable"
          ? `${mergeStateTexts[state].title} into ${mergeability.baseRef}`
          : mergeStateTexts[state].title}
        {state === "checking" ? (
          <span className="font-normal text-muted-foreground text-xs">
            <Elapsed />
          </span>
        ) : null}
      </p>
      <RequestedChanges name={name} isMergeable={state === "mergeable"} canWrite={canWrite} />
      {state !== "mergeable" && blockers.length === 0 ? (
        <p className="text-muted-foreground">The service gave no reason (status: {mergeability.verdict}).</p>
      ) : null}
      {blockers.length === 0 ? null : (
        <ul aria-label="Merge blockers" className="space-y-3">
          {blockers.map((blocker, index) => (
            <MergeBlockerItem
              // biome-ignore lint/suspicious/noArrayIndexKey: a pull request can have several blockers of a kind
              key={`${blocker.pullRequest.id} ${blocker.kind} ${index}`}
              name={name}
              pull={pull}
              repository={repository}
              blocker={blocker}
              baseRef={mergeability.baseRef}
              canWrite={canWrite}
            />
          ))}
        </ul>
      )}
      {state === "mergeable" ? null : (
        <div className="flex flex-wrap gap-2">
          {canWrite && state === "blocked" ? <FixActions name={name} /> : null}
          <Button size="small" variant={canWrite && state === "blocked" ? "ghost" : "secondary"} onClick={onRefresh}>
            Check again
          </Button>
        </div>
      )}
    </div>
  );
}
