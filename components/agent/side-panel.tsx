"use client";

import { FolderGit2, GitBranch } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton, ShortId } from "@/components/ui/copy-button";
import { LineCounts } from "@/components/ui/line-counts";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { Agent } from "@/lib/contract/agents/agent";
import type { Branch } from "@/lib/contract/agents/run";
import type { OfflineWorker } from "@/lib/contract/dashboard/agent-row";
import { paths } from "@/lib/model/paths";
import { AgentArtifacts } from "./agent-artifacts";
import { AgentPull } from "./agent-pull";
import { AgentRepository } from "./agent-repository";
import { AgentUsage } from "./agent-usage";
import { AgentWorker } from "./agent-worker";
import { branchKey } from "./branch-key";
import { fetchCommand } from "./git-command";
import { DetailRow, PanelSection } from "./panel-section";
import { RunJump } from "./run-jump";
import { RunList, type RunListProps } from "./run-list";
import type { AgentDiff } from "./use-agent-diff";

/** Fewer runs are all visible in the list. */
const minJumpRuns = 8;

interface SidePanelProps {
  agent: Agent;
  branches: readonly Branch[];
  /** The changes on the selected branch. */
  diff: AgentDiff;
  runs: Omit<RunListProps, "agentId" | "env">;
  /** The latest run hasn't ended. */
  active: boolean;
  /** The worker that run waits for, which is offline. */
  offlineWorker: OfflineWorker | undefined;
  lastWorkerId: string | undefined;
  /** What launched the agent, for phones, whose header lacks it. */
  facts: ReactNode;
  /** The agent accepts messages from this user. */
  canSend: boolean;
  onLatestRun: () => void;
}

/** The details panel: pull requests, changes, artifacts, cost, runs, and facts about the agent. */
export function SidePanel({
  agent,
  branches,
  diff,
  runs,
  active,
  offlineWorker,
  lastWorkerId,
  facts,
  canSend,
  onLatestRun,
}: SidePanelProps) {
  const { total, onSelect } = runs;
  const pulls = listPulls(agent, branches);
  return (
    <div className="space-y-5 text-xs">
      {pulls.length > 0 ? (
        <PanelSection title={pulls.length > 1 ? "Pull requests" : "Pull request"}>
          {pulls.map(({ url, repoUrl }) => (
            <AgentPull
              key={url}
              agentId={agent.id}
              url={url}
              repoUrl={repoUrl}
              repositoryIds={agent.repositoryIds}
              canSend={canSend}
            />
          ))}
        </PanelSection>
      ) : null}
      {branches.length > 0 ? (
        <PanelSection title="Changes">
          {diff.lines ? (
            <Link href={paths.agentTab(agent.id, "changes")} prefetch={false} className="hover:underline">
              <LineCounts {...diff.lines} />
            </Link>
          ) : null}
          <ul className="space-y-3">
            {branches.map((branch) => (
              <PushedBranch key={branchKey(branch)} agent={agent} branch={branch} />
            ))}
          </ul>
        </PanelSection>
      ) : null}
      <AgentArtifacts agent={agent} />
      <AgentUsage agent={agent} />

      <PanelSection title={total === undefined ? "Runs" : `Runs (${total.toLocaleString("en")})`}>
        {total === undefined ? <p className="text-muted-foreground">Counting runs…</p> : null}
        {total !== undefined && total > minJumpRuns ? (
          <RunJump total={total} onGo={(number) => onSelect({ number })} onLatest={onLatestRun} />
        ) : null}
        <RunList agentId={agent.id} env={agent.env} {...runs} />
      </PanelSection>

      <PanelSection title="About">
        {agent.repos.length === 0 ? <p className="text-muted-foreground">Works in an empty folder.</p> : null}
        <ul className="space-y-1">
          {agent.repos.map(({ url, startingRef }) => (
            <li key={url} className="flex min-w-0 items-center gap-1.5">
              <FolderGit2 aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
              <AgentRepository url={url} repositoryIds={agent.repositoryIds} />
              {startingRef ? <code className="truncate font-mono text-muted-foreground">{startingRef}</code> : null}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 empty:hidden sm:hidden">{facts}</div>
        <dl className="space-y-1">
          <DetailRow name="Agent status">
            <StatusBadge of="agent" status={agent.status} />
          </DetailRow>
          <AgentWorker agent={agent} active={active} offlineWorker={offlineWorker} lastWorkerId={lastWorkerId} />
          {agent.workOnCurrentBranch ? <DetailRow name="Branch">Current</DetailRow> : null}
          {agent.autoCreatePR ? <DetailRow name="Auto-create PR">On</DetailRow> : null}
          <DetailRow name="Created">
            <RelativeTime iso={agent.createdAt} />
          </DetailRow>
          <DetailRow name="Updated">
            <RelativeTime iso={agent.updatedAt} />
          </DetailRow>
          <DetailRow name="Agent ID">
            <ShortId id={agent.id} what="agent ID" />
          </DetailRow>
        </dl>
      </PanelSection>
    </div>
  );
}

/** The pull requests an agent works on or opened, without duplicates. */
export function listPulls(
  agent: Pick<Agent, "repos">,
  branches: readonly Branch[],
): { url: string; repoUrl: string }[] {
  const all = [
    ...branches.map(({ prUrl, repoUrl }) => ({ url: prUrl, repoUrl })),
    ...agent.repos.map(({ prUrl, url }) => ({ url: prUrl, repoUrl: url })),
  ];
  const byUrl = new Map<string, string>();
  for (const { url, repoUrl } of all) if (url !== undefined && !byUrl.has(url)) byUrl.set(url, repoUrl);
  return [...byUrl].map(([url, repoUrl]) => ({ url, repoUrl }));
}

function PushedBranch({ agent, branch }: { agent: Agent; branch: Branch }) {
  const command = fetchCommand(agent, branch);
  return (
    <li className="space-y-1">
      <div className="flex min-w-0 items-center gap-1.5">
        <GitBranch aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
        <code className="min-w-0 truncate font-mono" title={branch.branch}>
          {branch.branch ?? "unnamed"}
        </code>
        {branch.branch ? <CopyButton text={branch.branch} what="branch name" /> : null}
      </div>
      {command ? (
        <div className="flex items-center gap-1 rounded-md border bg-code py-0.5 pr-1 pl-2">
          <code className="min-w-0 flex-1 truncate font-mono" title={command}>
            {command}
          </code>
          <CopyButton text={command} what="fetch command" />
        </div>
      ) : null}
      {branch.prError ? <p className="break-words text-danger">{branch.prError}</p> : null}
    </li>
  );
}
