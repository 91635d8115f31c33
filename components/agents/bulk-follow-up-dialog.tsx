"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { TextAreaField } from "@/components/ui/text-field";
import { maxPromptCharacters } from "@/lib/contract/agents/prompt";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { counted } from "@/lib/model/plural";

interface BulkFollowUpDialogProps {
  agents: readonly AgentRow[];
  onClose: () => void;
  onSend: (text: string) => void;
}

/** Writes one follow-up to several agents. */
export function BulkFollowUpDialog({ agents, onClose, onSend }: BulkFollowUpDialogProps) {
  const [text, setText] = useState("");
  const who = agents.length === 1 ? (agents[0]?.name ?? "1 agent") : counted(agents.length, "agent");
  return (
    <FormDialog
      title={`Follow up with ${who}`}
      description="Idle agents receive it now. Others receive it when their run ends."
      action={agents.length === 1 ? "Send follow-up" : `Send ${counted(agents.length, "follow-up")}`}
      ready={text.trim() !== "" && text.length <= maxPromptCharacters}
      pending={false}
      onClose={onClose}
      onSubmit={() => {
        onClose();
        onSend(text);
      }}
    >
      <TextAreaField
        label="Message"
        autoFocus
        value={text}
        onValue={setText}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.currentTarget.form?.requestSubmit();
            event.preventDefault();
          }
        }}
        className="max-h-[40vh]"
      />
    </FormDialog>
  );
}
