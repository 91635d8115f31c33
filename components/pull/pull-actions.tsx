"use client";

import {
  EllipsisVertical,
  GitMerge,
  GitPullRequest,
  GitPullRequestClosed,
  GitPullRequestDraft,
  Pencil,
} from "lucide-react";
import { useState } from "react";
import { type PullChange, useUpdateBranch, useUpdatePull } from "@/components/pulls/pull-mutations";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { Menu, MenuItem } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const EditPullDialog = lazyPart(() => import("./edit-pull-dialog"));

/** Menu to edit, to update the branch, to change between draft and ready, close and reopen. Closing can be undone. */
export function PullActions({ name, pull }: { name: PullName; pull: PullRequest }) {
  const { mutate, isPending } = useUpdatePull(name);
  const update = useUpdateBranch(name);
  const [editing, setEditing] = useState(false);
  if (pull.merged) return null;
  const open = pull.state === "open";
  const change = (body: PullChange, done: string, undo?: PullChange) =>
    mutate(body, {
      onSuccess: () =>
        toast.success(done, undo && { action: { label: "Undo", onClick: () => change(undo, "Reopened.") } }),
      onError: (error) => toast.error("Couldn't update the pull request.", { description: error.message }),
    });
  const updateBranch = () =>
    update.mutate(
      { method: "merge", expectedHeadSha: pull.head.sha },
      {
        onSuccess: ({ updated }) => toast.success(updated ? "Branch updated." : "The branch is already up to date."),
        onError: (error) => toast.error("Couldn't update the branch.", { description: error.message }),
      },
    );
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label="More actions">
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        <MenuItem onSelect={() => setEditing(true)}>
          <Pencil aria-hidden />
          Edit…
        </MenuItem>
        {open ? (
          <MenuItem disabled={update.isPending} onSelect={updateBranch}>
            <GitMerge aria-hidden />
            Update branch
          </MenuItem>
        ) : null}
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
      {editing ? <EditPullDialog name={name} pull={pull} onClose={() => setEditing(false)} /> : null}
    </>
  );
}
