"use client";

import { ChevronLeft, PanelRight, ShieldAlert } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useSyncExternalStore } from "react";
import { lastListSearch } from "@/components/agents/last-list";
import { Badge } from "@/components/ui/badge";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { lazyPart } from "@/components/ui/lazy-part";
import { formatMoney } from "@/components/usage/format-numbers";
import { loadEarly } from "@/lib/client/load-early";
import type { Agent, ViewerAccess } from "@/lib/contract/agents/agent";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentProfile } from "@/lib/contract/dashboard/agents/get-agent-profile";
import { paths } from "@/lib/model/paths";
import type { AgentStatus } from "@/lib/model/status/agent-status";
import { AgentMenu } from "./agent-menu";
import { AgentPull } from "./agent-pull";
import { CancelButton } from "./cancel-button";
import { LaunchFacts } from "./launch-facts";
import { useAgentCost } from "./use-agent-cost";
import type { LatestRun } from "./use-agent-view";

const loadBadge = loadEarly(() =>
  import("@/components/status/agent-status-badge").then((all) => ({ default: all.AgentStatusBadge })),
);
const AgentStatusBadge = lazyPart(loadBadge);

const BudgetWarnings = browserOnly(() => import("@/components/budgets/budget-warnings"));

/** The list isn't shown while an agent is. */
const neverChanges = () => () => undefined;

interface Money {
  amount: number;
  currency: string;
}

interface AgentHeaderProps {
  agent: Agent;
  latest: LatestRun | undefined;
  status: AgentStatus | undefined;
  canOperate: boolean;
  access: ViewerAccess;
  profile: AgentProfile | undefined;
  /** The pull request to show, if there is one. */
  pull: { url: string; repoUrl: string } | undefined;
  /** The latest run had no sandbox. */
  unisolated: boolean;
  /** Cost of the session so far, as the agent reports it during a run. */
  reportedCost: Money | undefined;
  /** The primary action, besides sending a prompt. */
  action: ReactNode;
  onDetails: () => void;
}

export function AgentHeader(props: AgentHeaderProps) {
  const { agent, latest, status, canOperate, access, profile, pull, unisolated, reportedCost, action, onDetails } =
    props;
  const search = useSyncExternalStore(neverChanges, lastListSearch, () => "");
  const active = latest !== undefined && !isTerminal(latest.status);
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
      <Breadcrumbs>
        <Link
          href={paths.agentsAt(search)}
          aria-label="All agents"
          className="flex items-center gap-0.5 max-sm:-m-2 max-sm:p-2"
        >
          <ChevronLeft aria-hidden className="size-3.5" />
          <span className="max-sm:hidden">Agents</span>
        </Link>
      </Breadcrumbs>
      <h1 className="min-w-0 flex-1 basis-40 truncate font-semibold text-base" title={agent.name}>
        {agent.name}
      </h1>
      {status ? <AgentStatusBadge status={status} /> : null}
      <div className="flex items-center gap-1">
        {action}
        {active && access !== "read" ? (
          <CancelButton key={latest.run.id} agent={{ id: agent.id, latestRunId: latest.run.id }} />
        ) : null}
        <Button variant="ghost" size="icon" aria-label="Details" className="lg:hidden" onClick={onDetails}>
          <PanelRight aria-hidden />
        </Button>
        {canOperate ? <AgentMenu agent={agent} access={access} active={active} /> : null}
      </div>
      <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
        {unisolated ? (
          <Badge
            tone="warning"
            title="The latest run wasn't isolated because bubblewrap isn't available on the service's machine."
          >
            <ShieldAlert aria-hidden />
            Not isolated
          </Badge>
        ) : null}
        <ModelAndCost agent={agent} reported={reportedCost} />
        {pull ? <AgentPull agentId={agent.id} {...pull} repositoryIds={agent.repositoryIds} /> : null}
        {/* On phones, they are in the details. */}
        <span className="contents max-sm:hidden">
          <LaunchFacts profile={profile} />
        </span>
        <BudgetWarnings agentId={agent.id} />
      </div>
    </header>
  );
}

function ModelAndCost({ agent, reported }: { agent: Agent; reported: Money | undefined }) {
  const { model, cost, session } = useAgentCost(agent);
  const sessionCost = reported ?? session?.cost;
  return (
    <>
      {model ? (
        <span className="hidden max-w-48 truncate font-mono sm:inline" title={`Model: ${model}`}>
          {model}
        </span>
      ) : null}
      {cost ? (
        <span className="tabular-nums" title="Estimated cost">
          {cost}
        </span>
      ) : null}
      {!cost && sessionCost && sessionCost.amount > 0 ? (
        <span className="tabular-nums" title="Session cost reported by the agent">
          {formatMoney(String(sessionCost.amount), sessionCost.currency)}
        </span>
      ) : null}
    </>
  );
}
