"use client";

import { ChevronLeft, PanelRight } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { lastListQuery } from "@/components/agents/last-list";
import { Button } from "@/components/ui/button";
import { ShortId } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { retryImport } from "@/lib/client/retry-import";
import type { Agent } from "@/lib/contract/agents/agent";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { paths } from "@/lib/model/paths";
import type { AgentStatus } from "@/lib/model/status/agent-status";
import { AgentMenu } from "./agent-menu";
import { CancelButton } from "./cancel-button";
import type { NumberedRun } from "./side-panel";

const AgentStatusBadge = lazy(() =>
  retryImport(() =>
    import("@/components/status/agent-status-badge").then((all) => ({ default: all.AgentStatusBadge })),
  ),
);

/** The list isn't shown while an agent is. */
const neverChanges = () => () => undefined;

interface AgentHeaderProps {
  agent: Agent;
  latest: NumberedRun | undefined;
  status: AgentStatus | undefined;
  canOperate: boolean;
  onDetails: () => void;
}

export function AgentHeader({ agent, latest, status, canOperate, onDetails }: AgentHeaderProps) {
  const query = useSyncExternalStore(neverChanges, lastListQuery, () => "");
  const listPath = query === "" ? paths.agents() : paths.agentsWhere(query);
  const active = latest !== undefined && !isTerminal(latest.status);
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
      <Button asChild variant="ghost" size="smallIcon">
        <Link href={listPath} aria-label="All agents">
          <ChevronLeft aria-hidden />
        </Link>
      </Button>
      <h1 className="min-w-0 flex-1 basis-40 truncate font-semibold text-base" title={agent.name}>
        {agent.name}
      </h1>
      {status ? (
        <Suspense fallback={null}>
          <AgentStatusBadge status={status} />
        </Suspense>
      ) : null}
      <div className="flex items-center gap-1">
        {active && canOperate ? <CancelButton key={latest.run.id} agentId={agent.id} runId={latest.run.id} /> : null}
        <Button variant="ghost" size="icon" aria-label="Details" className="lg:hidden" onClick={onDetails}>
          <PanelRight aria-hidden />
        </Button>
        {canOperate ? <AgentMenu agent={agent} active={active} /> : null}
      </div>
      <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        <span className="flex items-center gap-1">
          Agent <StatusBadge of="agent" status={agent.status} />
        </span>
        {latest ? (
          <span className="flex items-center gap-1">
            Run {latest.number} <StatusBadge of="run" status={latest.status} />
          </span>
        ) : null}
        <ShortId id={agent.id} what="agent ID" />
        <span>
          created <RelativeTime iso={agent.createdAt} />
        </span>
      </div>
    </header>
  );
}
