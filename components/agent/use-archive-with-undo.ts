"use client";

import { toast } from "@/components/ui/toast";
import { useArchive } from "./agent-mutations";

/** Archives an agent, with an Undo action in the toast, or restores it. */
export function useArchiveWithUndo(agentId: string) {
  const { mutate, isPending } = useArchive(agentId);
  const change = (archive: boolean) =>
    mutate(archive, {
      onSuccess: () =>
        archive
          ? toast.success("Agent archived.", { action: { label: "Undo", onClick: () => change(false) } })
          : toast.success("Agent restored."),
      onError: (error) =>
        toast.error(archive ? "Couldn't archive the agent." : "Couldn't restore the agent.", {
          description: error.message,
        }),
    });
  return { change, isPending };
}
