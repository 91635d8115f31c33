"use client";

import { CircleCheck, CircleDashed, CircleX } from "lucide-react";
import { isMergeable, isUndecided, orderedBlockers } from "@/components/pulls/blockers";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { Elapsed } from "./elapsed";
import { FixLink } from "./fix-link";
import { MergeBlockerItem } from "./merge-blocker";

interface MergeVerdictProps {
  name: PullName;
  pull: PullRequest;
  repository: Repo | undefined;
  verdict: Mergeability;
  mayAct: boolean;
  onAsk: () => void;
}

/** The verdict in one line, then every blocker with how to clear it. */
export function MergeVerdict({ name, pull, repository, verdict, mayAct, onAsk }: MergeVerdictProps) {
  const blockers = orderedBlockers(verdict);
  const mergeable = isMergeable(verdict);
  const undecided = isUndecided(verdict);
  const Icon = mergeable ? CircleCheck : undecided ? CircleDashed : CircleX;
  const look = mergeable ? "text-success" : undecided ? "text-muted-foreground" : "text-danger";
  return (
    <div className="space-y-2 p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium" role="status">
        <Icon aria-hidden className={`size-4 shrink-0 ${look}`} />
        {mergeable
          ? `Can be merged into ${verdict.baseRef}`
          : undecided
            ? "Whether it can be merged is being found out"
            : "Can't be merged yet"}
        {undecided ? (
          <span className="font-normal text-muted-foreground text-xs">
            <Elapsed />
          </span>
        ) : null}
      </p>
      {!mergeable && blockers.length === 0 ? (
        <p className="text-muted-foreground">The service says so without a reason: {verdict.verdict}.</p>
      ) : null}
      {blockers.length === 0 ? null : (
        <ul aria-label="What stands in the way" className="space-y-3">
          {blockers.map((blocker, index) => (
            <MergeBlockerItem
              // biome-ignore lint/suspicious/noArrayIndexKey: a kind may come more than once for a pull request
              key={`${blocker.pullRequest.id} ${blocker.kind} ${index}`}
              name={name}
              pull={pull}
              repository={repository}
              blocker={blocker}
              baseRef={verdict.baseRef}
              mayAct={mayAct}
            />
          ))}
        </ul>
      )}
      {mergeable ? null : (
        <div className="flex flex-wrap gap-2">
          {mayAct && !undecided ? <FixLink name={name} /> : null}
          <Button size="small" variant={mayAct && !undecided ? "quiet" : "secondary"} onClick={onAsk}>
            Look again
          </Button>
        </div>
      )}
    </div>
  );
}
