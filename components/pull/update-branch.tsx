"use client";

import type { BranchUpdate } from "@/components/pulls/pull-mutations";
import { useUpdateBranch } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

interface UpdateBranchProps {
  name: PullName;
  pull: PullRequest;
  /** The branch doesn't contain the pull request below it in its stack. */
  restack: boolean;
}

/** Merges the base into the branch or rebases the branch onto it. */
export function UpdateBranch({ name, pull, restack }: UpdateBranchProps) {
  const { mutate, isPending, error, variables } = useUpdateBranch(name);
  const update = (method: BranchUpdate["method"]) =>
    mutate(
      { method, expectedHeadSha: pull.head.sha },
      { onSuccess: ({ updated }) => toast.success(updated ? "Branch updated." : "The branch is already up to date.") },
    );
  const label = (method: BranchUpdate["method"], idle: string) =>
    isPending && variables.method === method ? "Updating…" : idle;
  return (
    <div className="space-y-1">
      <div className="flex flex-wrap gap-2">
        {restack ? null : (
          <Button size="small" disabled={isPending} onClick={() => update("merge")}>
            {label("merge", "Update branch")}
          </Button>
        )}
        <Button
          size="small"
          variant={restack ? "secondary" : "ghost"}
          disabled={isPending}
          onClick={() => update("rebase")}
        >
          {label("rebase", restack ? "Restack" : "Rebase")}
        </Button>
      </div>
      {error ? (
        <p role="alert" className="break-words text-danger text-xs">
          Couldn't update the branch. {error.message}
        </p>
      ) : null}
    </div>
  );
}
