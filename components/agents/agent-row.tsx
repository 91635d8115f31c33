"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderGit2, GitBranch } from "lucide-react";
import Link from "next/link";
import { classNames } from "@/components/ui/class-names";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { StatusBadge } from "@/components/ui/status-badge";
import type { AgentListEntry } from "@/lib/contract/agents/agent";
import { isTerminal } from "@/lib/contract/agents/run";
import { paths } from "@/lib/paths";
import { agentAsOfQuery } from "@/lib/queries/agents";
import { callProxy } from "@/lib/queries/call";
import { runQuery } from "@/lib/queries/runs";

export const columns =
  "md:grid-cols-[minmax(0,2.2fr)_6rem_7rem_minmax(0,1.2fr)_minmax(0,1.4fr)_6.5rem] md:items-center md:gap-3";

const restMs = 60_000;
const busyMs = 3_000;

/** `owner/name` of a repository's address. */
export function repositoryName(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/]+\//i, "").replace(/\.git$/, "");
}

/** One agent of the list. What the list does not tell is read for rows in sight; until then it shows as unknown. */
export function AgentRow({ agent, chosen }: { agent: AgentListEntry; chosen: boolean }) {
  const run = useQuery({
    ...runQuery(callProxy, agent.id, agent.latestRunId),
    staleTime: restMs,
    refetchInterval: ({ state }) => (state.data && isTerminal(state.data.status) ? false : busyMs),
  });
  // Ending a run can add a branch, and moves the time of the last change.
  const detail = useQuery(agentAsOfQuery(callProxy, agent.id, agent.updatedAt));
  const repositories = detail.data?.repos ?? [];
  const [first] = repositories;
  const branch = detail.data?.git?.branches.at(-1)?.branch;

  return (
    <Link
      href={paths.agent(agent.id)}
      className={classNames(
        "grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-b px-4 py-2 hover:bg-muted/60",
        columns,
        chosen && "bg-accent hover:bg-accent",
      )}
    >
      <span className="min-w-0 truncate font-medium text-sm">{agent.name}</span>
      <span className="order-3 flex gap-2 md:order-none">
        <StatusBadge of="agent" status={agent.status} />
        <span className="flex md:hidden">{run.data ? <StatusBadge of="run" status={run.data.status} /> : null}</span>
      </span>
      <span className="hidden items-center md:flex">
        {run.data ? <StatusBadge of="run" status={run.data.status} /> : <Unknown failed={run.isError} />}
      </span>
      <Detail icon={FolderGit2} text={first && repositoryName(first.url)} state={detail} none="No repository">
        {repositories.length > 1 ? ` +${repositories.length - 1}` : ""}
      </Detail>
      <Detail icon={GitBranch} text={branch} state={detail} none="—" mono />
      <span className="text-right text-muted-foreground text-xs">
        <RelativeTime iso={agent.updatedAt} />
      </span>
    </Link>
  );
}

function Unknown({ failed }: { failed: boolean }) {
  return failed ? <span className="text-muted-foreground text-xs">Unknown</span> : <Skeleton className="w-14" />;
}

interface DetailProps {
  icon: typeof GitBranch;
  text: string | undefined;
  state: { isPending: boolean; isError: boolean };
  none: string;
  mono?: boolean;
  children?: string;
}

function Detail({ icon: Icon, text, state, none, mono = false, children }: DetailProps) {
  return (
    <span className="hidden min-w-0 items-center gap-1.5 text-muted-foreground text-xs md:flex">
      {state.isPending || state.isError ? (
        <Unknown failed={state.isError} />
      ) : text ? (
        <>
          <Icon aria-hidden className="size-3 shrink-0" />
          <span className={classNames("truncate", mono && "font-mono")}>{text}</span>
          {children}
        </>
      ) : (
        none
      )}
    </span>
  );
}
