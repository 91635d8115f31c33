"use client";

import { EllipsisVertical, GitPullRequest, GitPullRequestClosed, GitPullRequestDraft } from "lucide-react";
import { type PullChange, useUpdatePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

/** Menu to change between draft and ready, close and reopen. Closing can be undone. */
export function PullActions({ name, pull }: { name: PullName; pull: PullRequest }) {
  const { mutate, isPending } = useUpdatePull(name);
  if (pull.merged) return null;
  const open = pull.state === "open";
  const change = (body: PullChange, done: string, undo?: PullChange) =>
    mutate(body, {
      onSuccess: () =>
        toast.success(done, undo && { action: { label: "Undo", onClick: () => change(undo, "Reopened.") } }),
      onError: (error) => toast.error("Couldn't update the pull request.", { description: error.message }),
    });
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="More actions">
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      {open ? (
        <MenuItem
          disabled={isPending}
          onSelect={() =>
            change({ draft: !pull.draft }, pull.draft ? "Marked as ready for review." : "Converted to draft.")
          }
        >
          {pull.draft ? <GitPullRequest aria-hidden /> : <GitPullRequestDraft aria-hidden />}
          {pull.draft ? "Ready for review" : "Convert to draft"}
        </MenuItem>
      ) : null}
      <MenuItem
        danger={open}
        disabled={isPending}
        onSelect={() =>
          open
            ? change({ state: "closed" }, "Closed.", { state: "open", ...(pull.draft ? { draft: true } : {}) })
            : change({ state: "open" }, "Reopened.")
        }
      >
        {open ? <GitPullRequestClosed aria-hidden /> : <GitPullRequest aria-hidden />}
        {open ? "Close" : "Reopen"}
      </MenuItem>
    </Menu>
  );
}
