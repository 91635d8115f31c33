"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, FolderGit2, GitBranch, GitPullRequest } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { pullNameOf } from "@/components/pulls/pull-address";
import { PullSummary } from "@/components/pulls/pull-summary";
import { hostedRepositoriesQuery } from "@/components/repositories/repository-queries";
import { CopyButton, ShortId } from "@/components/ui/copy-button";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import { callProxy } from "@/lib/client/call";
import type { Agent } from "@/lib/contract/agents/agent";
import type { Branch, Run } from "@/lib/contract/agents/run";
import { isTerminal } from "@/lib/contract/agents/terminal";
import { environmentLabel } from "@/lib/model/agent-environment";
import { repositoryName } from "@/lib/model/agent-query/names";
import { paths } from "@/lib/model/paths";
import { AgentArtifacts } from "./agent-artifacts";
import { AgentUsage } from "./agent-usage";
import { AgentWorker } from "./agent-worker";
import { fetchCommand, webLink } from "./git-command";

export interface NumberedRun {
  run: Run;
  number: number;
  status: string;
}

interface SidePanelProps {
  agent: Agent;
  branches: readonly Branch[];
  /** Newest first. */
  runs: readonly NumberedRun[];
  onSelectRun: (runId: string) => void;
}

function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2">
      <h2 className="font-medium text-muted-foreground text-xs">{title}</h2>
      {children}
    </section>
  );
}

function DetailRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="shrink-0 text-muted-foreground">{name}</dt>
      <dd className="min-w-0 truncate text-right">{children}</dd>
    </div>
  );
}

/** The details panel: repositories, pushed branches, artifacts, usage, and runs. */
export function SidePanel({ agent, branches, runs, onSelectRun }: SidePanelProps) {
  return (
    <div className="space-y-5 text-xs">
      <PanelSection title={agent.repos.length > 1 ? "Repositories" : "Repository"}>
        {agent.repos.length === 0 ? <p>None. The agent works in an empty folder.</p> : null}
        <ul className="space-y-1">
          {agent.repos.map(({ url, startingRef, prUrl }) => (
            <li key={url} className="flex min-w-0 flex-wrap items-center gap-1.5">
              <FolderGit2 aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
              <span className="truncate" title={url}>
                {repositoryName(url)}
              </span>
              {startingRef ? <code className="truncate font-mono text-muted-foreground">{startingRef}</code> : null}
              <PullRequest url={prUrl} />
            </li>
          ))}
        </ul>
      </PanelSection>

      <PanelSection title={branches.length > 1 ? "Pushed branches" : "Pushed branch"}>
        {branches.length === 0 ? <p className="text-muted-foreground">No branch yet.</p> : null}
        <ul className="space-y-3">
          {branches.map((branch) => (
            <PushedBranch key={`${branch.repoUrl} ${branch.branch}`} agent={agent} branch={branch} />
          ))}
        </ul>
      </PanelSection>

      <AgentArtifacts agent={agent} />
      <AgentUsage agent={agent} />
      <AgentWorker agent={agent} active={runs.some(({ status }) => !isTerminal(status))} />

      <PanelSection title={`Runs (${runs.length})`}>
        <ul className="-mx-2">
          {runs.map(({ run, number, status }) => (
            <li key={run.id}>
              <button
                type="button"
                onClick={() => onSelectRun(run.id)}
                className="flex min-h-8 w-full items-center gap-2 rounded px-2 py-1 text-left hover:bg-muted"
              >
                <span className="w-12 shrink-0">Run {number}</span>
                <StatusBadge of="run" status={status} />
                <RelativeTime iso={run.createdAt} className="ml-auto truncate text-muted-foreground" />
              </button>
            </li>
          ))}
        </ul>
      </PanelSection>

      <PanelSection title="About">
        <dl className="space-y-1">
          <DetailRow name="Agent">
            <ShortId id={agent.id} what="agent ID" />
          </DetailRow>
          <DetailRow name="Environment">{environmentLabel(agent.env)}</DetailRow>
          <DetailRow name="Commits to">{agent.workOnCurrentBranch ? "Current branch" : "New branch"}</DetailRow>
          <DetailRow name="Auto-create PR">{agent.autoCreatePR ? "On" : "Off"}</DetailRow>
          <DetailRow name="Created">
            <RelativeTime iso={agent.createdAt} />
          </DetailRow>
          <DetailRow name="Updated">
            <RelativeTime iso={agent.updatedAt} />
          </DetailRow>
        </dl>
      </PanelSection>
    </div>
  );
}

function PullRequest({ url }: { url: string | undefined }) {
  const repositories = useQuery({ ...hostedRepositoriesQuery(callProxy), enabled: url !== undefined });
  const hosted = url === undefined ? undefined : pullNameOf(url, repositories.data ?? []);
  if (hosted) {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <Link
          href={paths.pull(hosted)}
          className="inline-flex shrink-0 items-center gap-1 text-primary hover:underline"
        >
          <GitPullRequest aria-hidden className="size-3.5" />
          Pull request #{hosted.pullNumber}
        </Link>
        <PullSummary name={hosted} />
      </span>
    );
  }
  const link = webLink(url);
  if (!link) return null;
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex shrink-0 items-center gap-1 text-primary underline underline-offset-2"
    >
      <GitPullRequest aria-hidden className="size-3.5" />
      Pull request
      <ExternalLink aria-hidden className="size-3" />
    </a>
  );
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
      <PullRequest url={branch.prUrl} />
      {command ? (
        <div className="flex items-center gap-1 rounded-md border bg-code py-0.5 pr-1 pl-2">
          <code className="min-w-0 flex-1 truncate font-mono" title={command}>
            {command}
          </code>
          <CopyButton text={command} what="fetch command" />
        </div>
      ) : null}
    </li>
  );
}
