"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { usePageRouter } from "@/components/ui/use-page-router";
import type { Agent } from "@/lib/contract/agents/agent";
import { paths } from "@/lib/model/paths";
import { useDelete } from "./agent-mutations";

interface DeleteDialogProps {
  agent: Agent;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function DeleteDialog({ agent, open, onOpenChange }: DeleteDialogProps) {
  const router = usePageRouter();
  const { mutate, isPending, error, reset } = useDelete(agent.id);
  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        reset();
        onOpenChange(false);
      }}
      title={`Delete “${agent.name}”?`}
      description="This permanently deletes its runs, transcript, and artifacts, and cancels any active run. Pushed branches are kept."
      action="Delete agent"
      pendingLabel="Deleting…"
      phrase="delete"
      ignoreCase
      pending={isPending}
      onConfirm={() => mutate(undefined, { onSuccess: () => router.push(paths.agents()) })}
      failure={error}
      errorTitle="Couldn't delete the agent."
    />
  );
}
