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

const named = 5;

/** Deleting can't be undone, so the number of agents has to be typed. */
export function BulkDeleteDialog({ agents, open, onOpenChange, onConfirm }: BulkDeleteDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title={`Delete ${counted(agents.length, "agent")}?`}
      description="Their runs, transcripts and artifacts are deleted for good, also what the dashboard recorded. Active runs are cancelled. Branches they pushed stay."
      action={`Delete ${counted(agents.length, "agent")}`}
      keep="Keep them"
      phrase={`delete ${agents.length}`}
      ignoreCase
      onConfirm={() => {
        onOpenChange(false);
        onConfirm();
      }}
    >
      <ul className="list-disc space-y-0.5 pl-5 text-sm">
        {agents.slice(0, named).map(({ id, name }) => (
          <li key={id} className="break-words">
            <bdi>{name || id}</bdi>
          </li>
        ))}
        {agents.length > named ? <li>and {agents.length - named} more</li> : null}
      </ul>
    </ConfirmDialog>
  );
}
