"use client";

import { toast } from "@/components/ui/toast";
import { useArchive } from "./agent-mutations";

/** Archives an agent, with an undo, or restores it, and shows the result. */
export function useArchiveWithUndo(agentId: string) {
  const { mutate, isPending } = useArchive(agentId);
  const change = (archive: boolean) =>
    mutate(archive, {
      onSuccess: () =>
        archive
          ? toast.success("Agent archived.", { action: { label: "Undo", onClick: () => change(false) } })
          : toast.success("Agent restored."),
      onError: (error) =>
        toast.error(archive ? "The agent was not archived." : "The agent was not restored.", {
          description: error.message,
        }),
    });
  return { change, isPending };
}
