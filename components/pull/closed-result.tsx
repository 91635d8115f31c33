"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { GitPullRequestClosed } from "lucide-react";
import type { PullName } from "@/components/pulls/pull-queries";
import { branchHeadQuery } from "@/components/repositories/repository-queries";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const createGitRef = () => import("@/lib/contract/hosting/git-data/create-git-ref").then((entry) => entry.createGitRef);

interface ClosedResultProps {
  name: PullName;
  pull: PullRequest;
  canWrite: boolean;
}

/** A closed pull request: when it was closed, and how to continue if its branch was deleted. */
export function ClosedResult({ name, pull, canWrite }: ClosedResultProps) {
  const repository = { ownerSlug: name.ownerSlug, repoName: name.repoName };
  const { data: branchHead } = useQuery(branchHeadQuery(callProxy, repository, pull.head.ref));
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callProxy(createGitRef, { params: repository, body: { ref: `refs/heads/${pull.head.ref}`, sha: pull.head.sha } }),
    onSuccess: () => toast.success(`Restored ${pull.head.ref}.`, { description: "You can reopen the pull request." }),
    onError: (error) => toast.error(`Couldn't restore ${pull.head.ref}.`, { description: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: ["hosting"] }),
  });
  return (
    <section aria-label="Closed pull request" className="space-y-2 rounded-md border p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        <GitPullRequestClosed aria-hidden className="size-4 shrink-0 text-muted-foreground" />
        Closed without merging
        {pull.closedAt ? (
          <RelativeTime iso={pull.closedAt} className="font-normal text-muted-foreground text-xs" />
        ) : null}
      </p>
      {branchHead === null ? (
        <p className="text-xs">
          Branch <code className="break-all font-mono">{pull.head.ref}</code> was deleted, which closes its pull
          requests.
        </p>
      ) : null}
      {branchHead === null && canWrite ? (
        <Button size="small" disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Restoring…" : "Restore branch"}
        </Button>
      ) : null}
    </section>
  );
}
