"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { counted } from "@/lib/model/plural";

interface BulkDeleteDialogProps {
  agents: readonly AgentRow[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

const maxListed = 5;

/** Deletion can't be undone, so the user types the number of agents to confirm. */
export function BulkDeleteDialog({ agents, open, onOpenChange, onConfirm }: BulkDeleteDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={`Delete ${counted(agents.length, "agent")}?`}
      description="This permanently deletes their runs, transcripts, artifacts, and recordings in the dashboard, and cancels active runs. Pushed branches are kept."
      action={`Delete ${counted(agents.length, "agent")}`}
      cancelLabel="Keep agents"
      phrase={`delete ${agents.length}`}
      ignoreCase
      onConfirm={() => {
        onOpenChange(false);
        onConfirm();
      }}
    >
      <ul className="list-disc space-y-0.5 pl-5 text-sm">
        {agents.slice(0, maxListed).map(({ id, name }) => (
          <li key={id} className="break-words">
            <bdi>{name || id}</bdi>
          </li>
        ))}
        {agents.length > maxListed ? <li>and {agents.length - maxListed} more</li> : null}
      </ul>
    </ConfirmDialog>
  );
}
