"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bot, Copy, FileDiff, ListChecks, RotateCw, Wrench } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { agentRowsQuery } from "@/components/agents/agent-rows";
import { performAgentAction } from "@/components/agents/perform-agent-action";
import { rowActionLabels } from "@/components/agents/row-action-labels";
import { type PageAction, pageActions } from "@/components/ui/page-actions";
import { toast } from "@/components/ui/toast";
import { usePageRouter } from "@/components/ui/use-page-router";
import { callProxy } from "@/lib/client/call";
import { type Role, roleAllows } from "@/lib/contract/operation";
import { rowActions } from "@/lib/model/agent-list/row-actions";
import { decodedSegment } from "@/lib/model/decoded-segment";
import { paths } from "@/lib/model/paths";

const agentPage = /^\/agents\/(bc-[0-9a-f-]+)$/i;
const pullPage = /^\/pulls\/([^/]+)\/([^/]+)\/([^/]+)$/;

const copyLink = () =>
  void navigator.clipboard.writeText(window.location.href).then(
    () => toast.success("Link copied."),
    () => toast.error("Couldn't copy the link."),
  );

/** The actions on the open agent that its state allows. */
function useAgentPageActions(pathname: string, role: Role): PageAction[] {
  const router = usePageRouter();
  const client = useQueryClient();
  const [, id = ""] = agentPage.exec(pathname) ?? [];
  const { data } = useQuery(agentRowsQuery(callProxy));
  const agent = data?.rows.find((row) => row.id === id);
  if (!agent || !roleAllows(role, "operator")) return [];
  const user = { canOperate: true, isAdmin: role === "admin" };
  return [
    ...rowActions(agent, user).map((action) => ({
      ...rowActionLabels[action],
      label: action === "cancel" ? "Cancel run" : `${rowActionLabels[action].label} this agent`,
      run: () => void performAgentAction(action, agent, client),
    })),
    { label: "Launch this agent again", icon: RotateCw, run: () => router.push(paths.relaunch(id)) },
  ];
}

function usePullPageActions(pathname: string, role: Role): PageAction[] {
  const router = usePageRouter();
  const parts = (pullPage.exec(pathname) ?? []).slice(1).map(decodedSegment);
  const [ownerSlug, repoName, pullNumber] = parts;
  if (ownerSlug === undefined || repoName === undefined || pullNumber === undefined) return [];
  const name = { ownerSlug, repoName, pullNumber };
  return [
    { label: "Review changes", icon: FileDiff, run: () => router.push(paths.pullFiles(name)) },
    { label: "View checks", icon: ListChecks, run: () => router.push(paths.pullChecks(name)) },
    { label: "View agents of this pull request", icon: Bot, run: () => router.push(paths.agentsOfPull(name)) },
    ...(roleAllows(role, "operator")
      ? [{ label: "Fix with an agent", icon: Wrench, run: () => router.push(paths.fixPull(name)) }]
      : []),
  ];
}

/** The actions available on the current page: those of what is open, those that its components offer, and those of every page. */
export function usePaletteActions(role: Role): PageAction[] {
  const pathname = usePathname();
  // The page doesn't change while the palette is open.
  const [offered] = useState(pageActions);
  return [
    ...useAgentPageActions(pathname, role),
    ...usePullPageActions(pathname, role),
    ...offered,
    { label: "Copy link to this page", icon: Copy, run: copyLink },
  ];
}
