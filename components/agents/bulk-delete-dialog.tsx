"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { counted } from "@/lib/model/plural";

interface BulkDeleteDialogProps {
  agents: readonly AgentRow[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onConfirm: () => void;
}

const named = 5;

/** Deleting can't be undone, so it asks for the number of agents to be typed. */
export function BulkDeleteDialog({ agents, open, onOpenChange, onConfirm }: BulkDeleteDialogProps) {
  const form = useId();
  const [typed, setTyped] = useState("");
  const phrase = `delete ${agents.length}`;
  const confirmed = typed.trim().toLowerCase().replace(/\s+/g, " ") === phrase;
  const change = (next: boolean) => {
    setTyped("");
    onOpenChange(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirmed) return;
    change(false);
    onConfirm();
  };

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={`Delete ${counted(agents.length, "agent")}?`}
      description="Their runs, transcripts and artifacts are deleted for good, also what the dashboard recorded. Active runs are cancelled. Branches they pushed stay."
      footer={
        <>
          <Button onClick={() => change(false)}>Keep them</Button>
          <Button type="submit" form={form} variant="danger" disabled={!confirmed}>
            Delete {counted(agents.length, "agent")}
          </Button>
        </>
      }
    >
      <ul className="list-disc space-y-0.5 pl-5 text-sm">
        {agents.slice(0, named).map(({ id, name }) => (
          <li key={id} className="break-words">
            <bdi>{name || id}</bdi>
          </li>
        ))}
        {agents.length > named ? <li>and {agents.length - named} more</li> : null}
      </ul>
      <form id={form} onSubmit={onSubmit}>
        <Field label={`Type “${phrase}” to confirm`}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
