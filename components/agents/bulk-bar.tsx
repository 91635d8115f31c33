"use client";

import { Archive, ArchiveRestore, CircleSlash, MessageSquare, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/components/usage/format-numbers";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { BulkDeleteDialog } from "./bulk-delete-dialog";
import { BulkFollowUpDialog } from "./bulk-follow-up-dialog";
import { applicable, type BulkAction } from "./bulk-labels";

interface BulkBarProps {
  selected: readonly AgentRow[];
  busy: boolean;
  onStart: (action: BulkAction, agents: readonly AgentRow[], text?: string) => void;
  onClear: () => void;
}

const actions = [
  { action: "archive", label: "Archive", icon: Archive },
  { action: "unarchive", label: "Restore", icon: ArchiveRestore },
  { action: "cancel", label: "Cancel run", icon: CircleSlash },
] as const;

/** Bulk actions. A button shows a count when it applies to only some of the selected agents. */
export default function BulkBar({ selected, busy, onStart, onClear }: BulkBarProps) {
  const [deleting, setDeleting] = useState(false);
  const [writing, setWriting] = useState(false);
  const recipients = applicable("followUp", selected);
  return (
    <div role="toolbar" aria-label="Selected agents" className="flex flex-wrap items-center gap-2">
      <span className="font-medium text-sm">{formatCount(selected.length)} selected</span>
      {actions.map(({ action, label, icon: Icon }) => {
        const agents = applicable(action, selected);
        return (
          <Button
            key={action}
            size="small"
            disabled={busy || agents.length === 0}
            className={agents.length === 0 ? "max-sm:hidden" : undefined}
            onClick={() => onStart(action, agents)}
          >
            <Icon aria-hidden />
            {agents.length > 0 && agents.length < selected.length ? `${label} (${agents.length})` : label}
          </Button>
        );
      })}
      <Button size="small" disabled={busy || recipients.length === 0} onClick={() => setWriting(true)}>
        <MessageSquare aria-hidden />
        Follow up…
      </Button>
      <Button size="small" variant="danger" disabled={busy} onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden />
        Delete…
      </Button>
      <Button size="small" variant="ghost" onClick={onClear}>
        Clear
      </Button>
      {writing ? (
        <BulkFollowUpDialog
          agents={recipients}
          onClose={() => setWriting(false)}
          onSend={(text) => onStart("followUp", recipients, text)}
        />
      ) : null}
      <BulkDeleteDialog
        agents={selected}
        open={deleting}
        onOpenChange={setDeleting}
        onConfirm={() => onStart("delete", selected)}
      />
    </div>
  );
}
