"use client";

import { Tag } from "lucide-react";
import { useState } from "react";
import { LabelChip } from "@/components/pulls/label-chip";
import type { PullName } from "@/components/pulls/pull-queries";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import type { PullRequest } from "@/lib/contract/hosting/pull-request";

const LabelsDialog = lazyPart(() => import("./labels-dialog"));

/** The labels of a pull request, with a button to edit them. */
export function PullLabels({ name, pull, canWrite }: { name: PullName; pull: PullRequest; canWrite: boolean }) {
  const [open, setOpen] = useState(false);
  if (pull.labels.length === 0 && !canWrite) return null;
  return (
    <section aria-label="Labels" className="space-y-1 text-sm">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">Labels</h2>
        {canWrite ? (
          <Button size="small" variant="ghost" onClick={() => setOpen(true)}>
            <Tag aria-hidden />
            {pull.labels.length > 0 ? "Edit labels" : "Add labels"}
          </Button>
        ) : null}
      </div>
      {pull.labels.length === 0 ? (
        <p className="text-muted-foreground text-xs">No labels yet</p>
      ) : (
        <ul className="flex flex-wrap items-center gap-1">
          {pull.labels.map((label) => (
            <li key={label.id} className="min-w-0">
              <LabelChip label={label} />
            </li>
          ))}
        </ul>
      )}
      {open ? <LabelsDialog name={name} pull={pull} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
