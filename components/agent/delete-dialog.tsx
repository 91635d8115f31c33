"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useDelete } from "@/components/agent/agent-mutations";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNotice } from "@/components/ui/error-notice";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { CallError } from "@/lib/client/call-error";
import type { Agent } from "@/lib/contract/agents/agent";
import { paths } from "@/lib/model/paths";

interface DeleteDialogProps {
  agent: Agent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const word = "delete";

/** Deleting can't be undone, so it asks for a typed word. */
export function DeleteDialog({ agent, open, onOpenChange }: DeleteDialogProps) {
  const router = useRouter();
  const form = useId();
  const [typed, setTyped] = useState("");
  const { mutate, isPending, error, reset } = useDelete(agent.id);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!open) return;
    // The menu it was opened from gives the focus back to its button first.
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [open]);
  const confirmed = typed.trim().toLowerCase() === word;
  const change = (next: boolean) => {
    setTyped("");
    reset();
    onOpenChange(next);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (confirmed && !isPending) mutate(undefined, { onSuccess: () => router.push(paths.agents()) });
  };

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={`Delete “${agent.name}”?`}
      description="Its runs, transcript and artifacts are deleted for good, and an active run is cancelled. Branches it pushed stay."
      footer={
        <>
          <Button onClick={() => change(false)}>Keep it</Button>
          <Button type="submit" form={form} variant="danger" disabled={!confirmed || isPending}>
            {isPending ? "Deleting…" : "Delete agent"}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="space-y-3">
        {error ? (
          <ErrorNotice title={error.message} requestId={error instanceof CallError ? error.requestId : undefined}>
            The agent was not deleted.
          </ErrorNotice>
        ) : null}
        <Field label={`Type “${word}” to confirm`}>
          {(control) => (
            <Input
              {...control}
              ref={input}
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
