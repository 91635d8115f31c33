"use client";

import { ChevronLeft, Layers, PanelRight, ShieldAlert, Zap } from "lucide-react";
import Link from "next/link";
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from "react";
import { ActorLabel } from "@/components/actor-names/actor-label";
import { lastListSearch } from "@/components/agents/last-list";
import { Badge } from "@/components/ui/badge";
import { Breadcrumbs } from "@/components/ui/breadcrumbs";
import { browserOnly } from "@/components/ui/browser-only";
import { Button } from "@/components/ui/button";
import { formatMoney } from "@/components/usage/format-numbers";
import { retryImport } from "@/lib/client/retry-import";
import type { Agent, ViewerAccess } from "@/lib/contract/agents/agent";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentProfile } from "@/lib/contract/dashboard/agents/get-agent-profile";
import { formatPart } from "@/lib/model/agent-query/query";
import { paths } from "@/lib/model/paths";
import type { AgentStatus } from "@/lib/model/status/agent-status";
import { AgentMenu } from "./agent-menu";
import { AgentPull } from "./agent-pull";
import { CancelButton } from "./cancel-button";
import { useAgentCost } from "./use-agent-cost";
import type { LatestRun } from "./use-agent-view";

const AgentStatusBadge = lazy(() =>
  retryImport(() =>
    import("@/components/status/agent-status-badge").then((all) => ({ default: all.AgentStatusBadge })),
  ),
);

const BudgetWarnings = browserOnly(() => import("@/components/budgets/budget-warnings").then((part) => part.default));

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
  labels: readonly string[];
  owner: string | undefined;
  /** What launched it other than a user in the launch form. */
  launchedBy: Pick<AgentProfile, "batch" | "automation">;
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
  const {
    agent,
    latest,
    status,
    canOperate,
    access,
    labels,
    owner,
    launchedBy,
    pull,
    unisolated,
    reportedCost,
    action,
    onDetails,
  } = props;
  const search = useSyncExternalStore(neverChanges, lastListSearch, () => "");
  const active = latest !== undefined && !isTerminal(latest.status);
  return (
    <header className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
      <Breadcrumbs>
        <Link href={paths.agentsAt(search)} aria-label="All agents" className="flex items-center gap-0.5">
          <ChevronLeft aria-hidden className="size-3.5" />
          Agents
        </Link>
      </Breadcrumbs>
      <h1 className="min-w-0 flex-1 basis-40 truncate font-semibold text-base" title={agent.name}>
        {agent.name}
      </h1>
      {status ? (
        <Suspense fallback={null}>
          <AgentStatusBadge status={status} />
        </Suspense>
      ) : null}
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
        {labels.map((label) => (
          <Link
            key={label}
            href={paths.agentsWhere(formatPart({ key: "label", not: false, values: [label] }))}
            prefetch={false}
          >
            <Badge tone="neutral">{label}</Badge>
          </Link>
        ))}
        <LaunchedBy {...launchedBy} />
        {owner ? (
          <span className="inline-flex min-w-0 items-center gap-1">
            <span className="shrink-0">Launched by</span>
            <ActorLabel name={owner} />
          </span>
        ) : null}
        <BudgetWarnings agentId={agent.id} />
      </div>
    </header>
  );
}

function LaunchedBy({ batch, automation }: AgentHeaderProps["launchedBy"]) {
  return (
    <>
      {batch ? (
        <Link href={paths.batch(batch.id)} prefetch={false} title={`Batch: ${batch.name}`}>
          <Badge tone="neutral">
            <Layers aria-hidden />
            Batch
          </Badge>
        </Link>
      ) : null}
      {automation ? (
        <Link href={paths.automation(automation.id)} prefetch={false} title={`Automation: ${automation.name}`}>
          <Badge tone="neutral">
            <Zap aria-hidden />
            Automation
          </Badge>
        </Link>
      ) : null}
    </>
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
