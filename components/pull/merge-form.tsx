"use client";

import { GitMerge } from "lucide-react";
import { useState } from "react";
import { isMergeable } from "@/components/pulls/blockers";
import type { useMergePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { CallFailure } from "@/components/ui/call-failure";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { CallError } from "@/lib/client/call-error";
import type { Mergeability } from "@/lib/contract/hosting/mergeability";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";
import type { Repo } from "@/lib/contract/hosting/repo";
import { rememberMerge } from "./merge-receipt";
import { WhatChanged } from "./what-changed";

interface MergeFormProps {
  pull: PullRequest;
  verdict: Mergeability;
  repository: Repo | undefined;
  /** Held by the parent, as the form unmounts while a new head is checked. */
  merging: ReturnType<typeof useMergePull>;
}

type Method = "merge" | "squash";

const names = { merge: "With a merge commit", squash: "Squashed into one commit" };
const off = { merge: "Merge commits are off here", squash: "Squashing is off here" };

/** The button and the method. Only the head of the verdict is merged. */
export function MergeForm({ pull, verdict, repository, merging: { mutateAsync, isPending } }: MergeFormProps) {
  const allowed = { merge: repository?.allowMergeCommit ?? true, squash: repository?.allowSquashMerge ?? true };
  const [chosen, setChosen] = useState<Method>();
  const method: Method = chosen ?? (allowed.merge ? "merge" : "squash");
  const count = verdict.evaluatedPullRequests.length;
  // The form unmounts on a merge, so its own callbacks would not be called.
  const merge = () =>
    mutateAsync({ expectedHeadSha: verdict.headSha, mergeMethod: method }).then(
      ({ mergedPullNumbers }) => {
        rememberMerge(pull.id, mergedPullNumbers);
        toast.success(`Merged ${mergedPullNumbers.map((number) => `#${number}`).join(", ")} into ${verdict.baseRef}.`);
      },
      () => undefined,
    );
  const stale = verdict.headSha !== pull.head.sha;
  return (
    <div className="space-y-3 border-t p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" disabled={!isMergeable(verdict) || stale || isPending} onClick={merge}>
          <GitMerge aria-hidden />
          {isPending ? "Merging…" : count > 1 ? `Merge ${count} pull requests` : "Merge"}
        </Button>
        <div className="w-52">
          <Select
            aria-label="Merge method"
            value={method}
            onChange={(event) => setChosen(event.target.value === "squash" ? "squash" : "merge")}
          >
            {(["merge", "squash"] as const).map((each) => (
              <option key={each} value={each} disabled={!allowed[each]}>
                {allowed[each] ? names[each] : off[each]}
              </option>
            ))}
          </Select>
        </div>
        <span className="text-muted-foreground text-xs">
          at <code className="font-mono">{verdict.headSha.slice(0, 8)}</code>
        </span>
      </div>
      {allowed.merge && allowed.squash ? null : (
        <p className="text-muted-foreground text-xs">
          {off[allowed.merge ? "squash" : "merge"]}: a setting of the repository.
        </p>
      )}
    </div>
  );
}

/** A merge that was refused, with what changed since it was checked. */
export function MergeFailure({ name, pull, merging }: Pick<MergeFormProps, "pull" | "merging"> & { name: PullName }) {
  const { error, variables } = merging;
  if (!error) return null;
  const conflict = error instanceof CallError && error.status === 409;
  return (
    <div className="space-y-3 border-b p-3">
      <CallFailure error={error}>
        {conflict
          ? "Nothing was merged: something is not as it was when you looked. What is shown now is the newest state."
          : "Nothing was merged."}
      </CallFailure>
      {conflict && variables ? <WhatChanged name={name} from={variables.expectedHeadSha} to={pull.head.sha} /> : null}
    </div>
  );
}
