"use client";

import { Archive, GitCompare, MessageSquare } from "lucide-react";
import { useState } from "react";
import { BulkFollowUpDialog } from "@/components/agents/bulk-follow-up-dialog";
import { applicable, type BulkAction } from "@/components/agents/bulk-labels";
import { Button } from "@/components/ui/button";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { KeepDialog } from "./keep-dialog";
import type { MemberView } from "./use-batch-members";

interface MemberToolbarProps {
  views: readonly MemberView[];
  selected: readonly MemberView[];
  canOperate: boolean;
  busy: boolean;
  onCompare: (left: number, right: number) => void;
  onStart: (action: BulkAction, agents: readonly AgentRow[], text?: string) => void;
  onClear: () => void;
}

const agentsOf = (views: readonly MemberView[]): AgentRow[] => views.flatMap(({ agent }) => agent ?? []);

/** What can be done with the selected agents of a batch. */
export function MemberToolbar(props: MemberToolbarProps) {
  const { views, selected, canOperate, busy, onCompare, onStart, onClear } = props;
  const [dialog, setDialog] = useState<"followUp" | "keep">();
  const recipients = applicable("followUp", agentsOf(selected));
  const rest = applicable("archive", agentsOf(views.filter((view) => !selected.includes(view))));
  const [left, right] = selected;
  const close = () => setDialog(undefined);
  return (
    <div className="pointer-events-none sticky bottom-0 z-20 mt-auto flex justify-center sm:bottom-4">
      <div
        role="toolbar"
        aria-label="Selected agents"
        className="pointer-events-auto flex w-full flex-wrap items-center gap-2 border-t bg-popover px-3 py-2 sm:w-auto sm:rounded-lg sm:border sm:shadow-lg"
      >
        <span className="font-medium text-sm">{selected.length} selected</span>
        <Button
          size="small"
          disabled={selected.length !== 2}
          title={selected.length === 2 ? undefined : "Select two agents to compare their changes"}
          onClick={() => (left && right ? onCompare(left.position, right.position) : undefined)}
        >
          <GitCompare aria-hidden />
          Compare changes
        </Button>
        {canOperate ? (
          <>
            <Button size="small" disabled={busy || recipients.length === 0} onClick={() => setDialog("followUp")}>
              <MessageSquare aria-hidden />
              Follow up…
            </Button>
            <Button size="small" disabled={busy || rest.length === 0} onClick={() => setDialog("keep")}>
              <Archive aria-hidden />
              Keep, archive others…
            </Button>
          </>
        ) : null}
        <Button size="small" variant="ghost" onClick={onClear}>
          Clear
        </Button>
        {dialog === "followUp" ? (
          <BulkFollowUpDialog
            agents={recipients}
            onClose={close}
            onSend={(text) => onStart("followUp", recipients, text)}
          />
        ) : null}
        {dialog === "keep" ? (
          <KeepDialog kept={selected} archived={rest} onClose={close} onConfirm={() => onStart("archive", rest)} />
        ) : null}
      </div>
    </div>
  );
}
