"use client";

import { FolderGit2, GitBranch } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { classNames } from "@/components/ui/class-names";
import { RelativeTime } from "@/components/ui/relative-time";
import { StatusBadge } from "@/components/ui/status-badge";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import type { Pool } from "@/lib/contract/pools/pool";
import { environmentLabel } from "@/lib/model/agent-environment";
import { repositoryName } from "@/lib/model/agent-query/names";
import { paths } from "@/lib/model/paths";
import { rowStatus } from "@/lib/model/status/row-status";
import { PullBadge } from "./pull-badge";

export const columns =
  "md:grid-cols-[1rem_minmax(0,3fr)_5rem_minmax(7rem,1.4fr)_minmax(0,1.2fr)_minmax(0,1.4fr)_4.5rem_6.5rem] md:items-center md:gap-3";

interface AgentRowProps {
  agent: Agent;
  current: boolean;
  selected: boolean;
  /** `undefined` for users with read-only access. */
  onSelect: ((id: string, range: boolean) => void) | undefined;
  /** To explain what queued agents wait for, once they are loaded. */
  pools: readonly Pool[] | undefined;
}

/** One agent in the list. Details that aren't loaded yet show as "Unknown". */
export const AgentRow = memo(function AgentRow({ agent, current, selected, onSelect, pools }: AgentRowProps) {
  const { repos, branches, run } = agent;
  const status = rowStatus(agent, pools, Date.now());
  return (
    <div
      data-row-id={agent.id}
      className={classNames(
        "relative grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b px-4 py-2 hover:bg-muted/60",
        columns,
        selected && "bg-accent/60 hover:bg-accent",
        current && "shadow-[inset_2px_0_0_var(--primary)]",
      )}
    >
      {onSelect ? (
        <input
          type="checkbox"
          aria-label={`Select ${agent.name}`}
          checked={selected}
          onChange={() => undefined}
          onClick={(event) => onSelect(agent.id, event.shiftKey)}
          className="relative z-10 mt-0.5 size-4 accent-primary md:mt-0"
        />
      ) : (
        <span />
      )}
      <span className="flex min-w-0 items-baseline gap-2">
        <Link
          href={paths.agent(agent.id)}
          prefetch={false}
          aria-current={current ? "true" : undefined}
          className="truncate font-medium text-sm outline-none after:absolute after:inset-0 focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2"
        >
          <bdi>{agent.name || "Unnamed"}</bdi>
        </Link>
        {agent.env.type === "cloud" && agent.env.name === undefined ? null : (
          <span className="hidden max-w-32 shrink truncate text-muted-foreground text-xs sm:inline md:hidden xl:inline">
            {environmentLabel(agent.env)}
          </span>
        )}
      </span>
      <span className="text-right text-muted-foreground text-xs md:hidden">
        <RelativeTime iso={agent.updatedAt} />
      </span>
      <span className="col-start-2 flex min-w-0 items-center gap-1.5 md:col-start-auto">
        <span className="hidden md:inline-flex">
          <StatusBadge of="agent" status={agent.status} />
        </span>
        <span className="min-w-0 md:hidden">{run ? <AgentStatusBadge status={status} /> : null}</span>
        {repos?.[0] ? (
          <span className="min-w-0 truncate text-muted-foreground text-xs md:hidden">
            {repositoryName(repos[0].url)}
          </span>
        ) : null}
      </span>
      <span className="hidden min-w-0 md:flex">{run ? <AgentStatusBadge status={status} /> : <Unknown />}</span>
      <span className="hidden min-w-0 items-center gap-1.5 text-muted-foreground text-xs md:flex">
        <Repositories repos={repos} />
      </span>
      <span className="flex min-w-0 items-center justify-end gap-1.5 text-muted-foreground text-xs md:justify-start">
        <Branches repos={repos} branches={branches} />
      </span>
      <span className="hidden text-right text-muted-foreground text-xs md:block">
        <RelativeTime iso={agent.createdAt} bare />
      </span>
      <span className="hidden text-right text-muted-foreground text-xs md:block">
        <RelativeTime iso={agent.updatedAt} />
      </span>
    </div>
  );
});

function Unknown() {
  return <span className="text-muted-foreground text-xs">Unknown</span>;
}

function Repositories({ repos }: Pick<Agent, "repos">) {
  if (!repos) return <Unknown />;
  const [first] = repos;
  if (!first) return "No repository";
  const names = repos.map(({ url }) => repositoryName(url));
  return (
    <>
      <FolderGit2 aria-hidden className="size-3 shrink-0" />
      <span className="truncate" title={names.join("\n")}>
        {names[0]}
      </span>
      {names.length > 1 ? <span className="shrink-0">+{names.length - 1}</span> : null}
    </>
  );
}

function Branches({ repos, branches }: Pick<Agent, "repos" | "branches">) {
  if (!repos || !branches)
    return (
      <span className="hidden md:inline">
        <Unknown />
      </span>
    );
  const branch = branches.at(-1)?.branch;
  const requests = [...new Set([...repos, ...branches].map(({ prUrl }) => prUrl).filter((url) => url !== undefined))];
  return (
    <>
      {branch ? (
        <span className="hidden min-w-0 items-center gap-1.5 md:flex">
          <GitBranch aria-hidden className="size-3 shrink-0" />
          <span className="truncate font-mono" title={branch}>
            {branch}
          </span>
        </span>
      ) : (
        <span className="hidden md:inline">—</span>
      )}
      {requests.slice(0, 2).map((url) => (
        <PullBadge key={url} url={url} />
      ))}
      {requests.length > 2 ? <span className="shrink-0">+{requests.length - 2}</span> : null}
    </>
  );
}
