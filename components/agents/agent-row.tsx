"use client";

import { FolderGit2, GitBranch, Layers, Pin } from "lucide-react";
import Link from "next/link";
import { memo } from "react";
import { AgentStatusBadge } from "@/components/status/agent-status-badge";
import { classNames } from "@/components/ui/class-names";
import { LineCounts } from "@/components/ui/line-counts";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatCompact, formatMoney } from "@/components/usage/format-numbers";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import type { Pool } from "@/lib/contract/pools/pool";
import { environmentLabel } from "@/lib/model/agent-environment";
import { sumChanges } from "@/lib/model/agent-list/arrange";
import { formatValue } from "@/lib/model/agent-query/query";
import { repositoryName } from "@/lib/model/hosting/address-names";
import { paths } from "@/lib/model/paths";
import { pullUrls, rowStatus } from "@/lib/model/status/row-status";
import { durationLabel } from "@/lib/model/transcript/duration";
import { gridColumns, wideCell } from "./list-header";
import { PullBadge } from "./pull-badge";

export interface RowColumns {
  /** Estimated costs by agent id. */
  costs: ReadonlyMap<string, number>;
  currency: string | undefined;
  pinned: ReadonlySet<string>;
}

interface AgentRowProps {
  agent: Agent;
  current: boolean;
  selected: boolean;
  /** `undefined` for users with read-only access. */
  onSelect: ((id: string, range: boolean) => void) | undefined;
  /** To explain what queued agents wait for, once they are loaded. */
  pools: readonly Pool[] | undefined;
  columns: RowColumns;
  onPin: (id: string) => void;
  onFilter: (term: string) => void;
}

const number = "text-right text-muted-foreground text-xs tabular-nums";

/** One agent in the list. Details that aren't loaded yet show as "Unknown". */
export const AgentRow = memo(function AgentRow(props: AgentRowProps) {
  const { agent, current, selected, onSelect, pools, columns, onPin, onFilter } = props;
  const { repos, run } = agent;
  const { costs, currency, pinned } = columns;
  const status = rowStatus(agent, pools, Date.now());
  const changes = sumChanges(agent);
  const cost = costs.get(agent.id);
  // On phones, the status takes the place of pull requests.
  const hasPulls = pullUrls(agent).length > 0;
  return (
    <div
      data-row-id={agent.id}
      className={classNames(
        "group relative grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1 border-b px-4 py-2 hover:bg-muted/60",
        gridColumns(currency !== undefined),
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
      <span className="flex min-w-0 items-center gap-2">
        <Link
          href={paths.agent(agent.id)}
          prefetch={false}
          aria-current={current ? "true" : undefined}
          className="truncate font-medium text-sm outline-none after:absolute after:inset-0 focus-visible:after:outline focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2"
        >
          <bdi>{agent.name || "Unnamed"}</bdi>
        </Link>
        {agent.batch ? (
          <Link
            href={paths.batch(agent.batch.id)}
            prefetch={false}
            tabIndex={-1}
            aria-label={`Batch ${agent.batch.name}`}
            title={`Batch: ${agent.batch.name}`}
            className="relative z-10 shrink-0 rounded p-0.5 text-muted-foreground hover:text-foreground"
          >
            <Layers aria-hidden className="size-3" />
          </Link>
        ) : null}
        <PinButton agent={agent} pinned={pinned.has(agent.id)} onPin={onPin} />
        <Environment agent={agent} onFilter={onFilter} />
      </span>
      <span className="text-right text-muted-foreground text-xs md:hidden">
        <RelativeTime iso={agent.updatedAt} />
      </span>
      <span
        className={classNames(
          "col-start-2 flex min-w-0 items-center gap-1.5 md:col-span-1 md:col-start-auto",
          !hasPulls && "col-span-2",
        )}
      >
        {run ? <AgentStatusBadge status={status} /> : <Unknown />}
        {repos?.[0] ? (
          <span className="min-w-0 shrink-[100] truncate text-muted-foreground text-xs md:hidden">
            {repositoryName(repos[0].url)}
          </span>
        ) : null}
      </span>
      <span className="hidden min-w-0 items-center gap-1.5 text-muted-foreground text-xs md:flex">
        <Repositories repos={repos} onFilter={onFilter} />
      </span>
      <span
        className={classNames(
          "min-w-0 items-center justify-end gap-1.5 text-muted-foreground text-xs md:flex md:justify-start",
          hasPulls ? "flex" : "hidden",
        )}
      >
        <Branches agent={agent} />
      </span>
      <span className="hidden min-w-0 text-muted-foreground text-xs 2xl:flex">
        {agent.owner ? (
          <button
            type="button"
            tabIndex={-1}
            onClick={() => onFilter(`owner:${agent.owner?.me ? "me" : formatValue(agent.owner?.name ?? "none")}`)}
            className={filterClass}
          >
            {agent.owner.name}
          </button>
        ) : (
          "–"
        )}
      </span>
      <span className={classNames(number, wideCell)}>{changes ? <LineCounts {...changes} /> : "–"}</span>
      <span className={classNames(number, wideCell)}>
        {run?.durationMs === undefined ? "–" : durationLabel(run.durationMs)}
      </span>
      <span className={classNames(number, wideCell)}>{agent.tokens ? formatCompact(agent.tokens) : "–"}</span>
      {currency === undefined ? null : (
        <span className={classNames(number, wideCell)}>
          {cost === undefined ? "–" : formatMoney(String(cost), currency)}
        </span>
      )}
      <span className={classNames(number, "hidden md:block")}>
        <RelativeTime iso={agent.updatedAt} />
      </span>
    </div>
  );
});

function Unknown() {
  return <span className="text-muted-foreground text-xs">Unknown</span>;
}

/** A value that filters the list when it is clicked. It is above the row's link. */
const filterClass = "relative z-10 min-w-0 truncate rounded text-left hover:text-foreground hover:underline";

function PinButton({ agent, pinned, onPin }: { agent: Agent; pinned: boolean; onPin: (id: string) => void }) {
  return (
    <button
      type="button"
      aria-pressed={pinned}
      aria-label={`${pinned ? "Unpin" : "Pin"} ${agent.name || "agent"}`}
      onClick={() => onPin(agent.id)}
      className={classNames(
        "relative z-10 shrink-0 rounded p-0.5 text-muted-foreground hover:text-foreground focus-visible:opacity-100",
        pinned ? "text-primary" : "hidden opacity-0 group-hover:opacity-100 md:block",
      )}
    >
      <Pin aria-hidden className={classNames("size-3", pinned && "fill-current")} />
    </button>
  );
}

function Environment({ agent: { env }, onFilter }: { agent: Agent; onFilter: (term: string) => void }) {
  if (env.type === "cloud" && env.name === undefined) return null;
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={() => onFilter(`env:${formatValue(env.name ?? env.type)}`)}
      className={classNames(
        filterClass,
        "hidden max-w-32 shrink-0 text-muted-foreground text-xs sm:inline md:hidden 2xl:inline",
      )}
    >
      {environmentLabel(env)}
    </button>
  );
}

function Repositories({ repos, onFilter }: Pick<Agent, "repos"> & { onFilter: (term: string) => void }) {
  if (!repos) return <Unknown />;
  const [first] = repos;
  if (!first) return "No repository";
  const names = repos.map(({ url }) => repositoryName(url));
  const [name = ""] = names;
  return (
    <>
      <FolderGit2 aria-hidden className="size-3 shrink-0" />
      <button
        type="button"
        tabIndex={-1}
        title={names.join("\n")}
        onClick={() => onFilter(`repo:${formatValue(name)}`)}
        className={filterClass}
      >
        {name}
      </button>
      {names.length > 1 ? <span className="shrink-0">+{names.length - 1}</span> : null}
    </>
  );
}

function Branches({ agent }: { agent: Agent }) {
  const { repos, branches, pulls } = agent;
  if (!repos || !branches) {
    return (
      <span className="hidden md:inline">
        <Unknown />
      </span>
    );
  }
  const branch = branches.at(-1)?.branch;
  const requests = pullUrls(agent);
  return (
    <>
      {requests.slice(0, 2).map((url) => (
        <PullBadge key={url} url={url} facts={pulls?.find((pull) => pull.url === url)} />
      ))}
      {requests.length > 2 ? <span className="shrink-0">+{requests.length - 2}</span> : null}
      {branch && requests.length === 0 ? (
        <span className="hidden min-w-0 items-center gap-1.5 md:flex">
          <GitBranch aria-hidden className="size-3 shrink-0" />
          <span className="truncate font-mono" title={branch}>
            {branch}
          </span>
        </span>
      ) : null}
      {branch || requests.length > 0 ? null : <span className="hidden md:inline">–</span>}
    </>
  );
}
