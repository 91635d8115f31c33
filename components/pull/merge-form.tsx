"use client";

import { GitMerge } from "lucide-react";
import { useState } from "react";
import { mergeState } from "@/components/pulls/merge-blockers";
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
import { HeadChanges } from "./head-changes";
import { rememberMerge } from "./merge-result";

interface MergeFormProps {
  pull: PullRequest;
  mergeability: Mergeability;
  repository: Repo | undefined;
  /** Owned by the parent because the form unmounts while a new head is evaluated. */
  merging: ReturnType<typeof useMergePull>;
}

type Method = "merge" | "squash";

const methodLabels = { merge: "Create a merge commit", squash: "Squash and merge" };
const disabledLabels = { merge: "Merge commits are disabled", squash: "Squash merging is disabled" };

/** The merge button and method. Merges exactly the head that was evaluated. */
export function MergeForm({ pull, mergeability, repository, merging: { mutateAsync, isPending } }: MergeFormProps) {
  const allowed = { merge: repository?.allowMergeCommit ?? true, squash: repository?.allowSquashMerge ?? true };
  const [chosen, setChosen] = useState<Method>();
  const method: Method = chosen ?? (allowed.merge ? "merge" : "squash");
  const count = mergeability.evaluatedPullRequests.length;
  // The form unmounts on a merge, so the mutation's own callbacks wouldn't be called.
  const merge = () =>
    mutateAsync({ expectedHeadSha: mergeability.headSha, mergeMethod: method }).then(
      ({ mergedPullNumbers }) => {
        rememberMerge(pull.id, mergedPullNumbers);
        toast.success(
          `Merged ${mergedPullNumbers.map((number) => `#${number}`).join(", ")} into ${mergeability.baseRef}.`,
        );
      },
      () => undefined,
    );
  const stale = mergeability.headSha !== pull.head.sha;
  return (
    <div className="space-y-3 border-t p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          disabled={mergeState(mergeability) !== "mergeable" || stale || isPending}
          onClick={merge}
        >
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
                {allowed[each] ? methodLabels[each] : disabledLabels[each]}
              </option>
            ))}
          </Select>
        </div>
        <span className="text-muted-foreground text-xs">
          Head <code className="font-mono">{mergeability.headSha.slice(0, 8)}</code>
        </span>
      </div>
      {allowed.merge && allowed.squash ? null : (
        <p className="text-muted-foreground text-xs">
          {disabledLabels[allowed.merge ? "squash" : "merge"]} in the repository settings.
        </p>
      )}
    </div>
  );
}

/** A rejected merge, with the changes pushed since the head was evaluated. */
export function MergeFailure({ name, pull, merging }: Pick<MergeFormProps, "pull" | "merging"> & { name: PullName }) {
  const { error, variables } = merging;
  if (!error) return null;
  const conflict = error instanceof CallError && error.status === 409;
  return (
    <div className="space-y-3 border-b p-3">
      <CallFailure error={error}>
        {conflict ? "Couldn't merge: the pull request changed. The current state is shown below." : "Couldn't merge."}
      </CallFailure>
      {conflict && variables ? <HeadChanges name={name} from={variables.expectedHeadSha} to={pull.head.sha} /> : null}
    </div>
  );
}
