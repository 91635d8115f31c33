"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Archive, Copy, type LucideIcon, RotateCw } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { refreshAgent } from "@/components/agent/agent-mutations";
import { toast } from "@/components/ui/toast";
import { callProxy } from "@/lib/client/call";
import { paths } from "@/lib/model/paths";

const archiveAgent = () => import("@/lib/contract/agents/archive-agent").then((entry) => entry.archiveAgent);

export interface PaletteAction {
  label: string;
  icon: LucideIcon;
  run: () => void;
}

const agentPage = /^\/agents\/(bc-[0-9a-f-]+)$/i;

/** The actions available on the current page. */
export function usePaletteActions(canOperate: boolean): PaletteAction[] {
  const router = useRouter();
  const [, agentId = ""] = agentPage.exec(usePathname()) ?? [];
  const client = useQueryClient();
  /** The palette unmounts first, which would drop the callbacks of a mutation. */
  const archive = () =>
    callProxy(archiveAgent, { params: { id: agentId } })
      .then(
        () => toast.success("Agent archived."),
        (error: Error) => toast.error("Couldn't archive the agent.", { description: error.message }),
      )
      .finally(() => refreshAgent(client, agentId));
  const copyLink = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => toast.success("Link copied."),
      () => toast.error("Couldn't copy the link."),
    );
  const ofAgent: PaletteAction[] = [
    { label: "Launch this agent again", icon: RotateCw, run: () => router.push(paths.relaunch(agentId)) },
    { label: "Archive this agent", icon: Archive, run: () => void archive() },
  ];
  return [
    ...(agentId !== "" && canOperate ? ofAgent : []),
    { label: "Copy link to this page", icon: Copy, run: () => void copyLink() },
  ];
}
