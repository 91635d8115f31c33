"use client";

import Link from "next/link";
import { type FocusEvent, memo, useState } from "react";
import { AgentStatusBadge, statusBadge } from "@/components/status/agent-status-badge";
import { classNames } from "@/components/ui/class-names";
import { LineCounts } from "@/components/ui/line-counts";
import { RelativeTime } from "@/components/ui/relative-time";
import { formatCompact, formatMoney } from "@/components/usage/format-numbers";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import type { Pool } from "@/lib/contract/pools/pool";
import { sumChanges } from "@/lib/model/agent-list/arrange";
import type { RowUser } from "@/lib/model/agent-list/row-actions";
import { formatTerm } from "@/lib/model/agent-query/row-terms";
import { statusWord } from "@/lib/model/agent-query/status-words";
import { paths } from "@/lib/model/paths";
import { rowStatus } from "@/lib/model/status/row-status";
import { durationLabel } from "@/lib/model/transcript/duration";
import { FilterButton } from "./filter-button";
import { columnClasses, gridColumns } from "./list-header";
import { QuickActions, RowMenu } from "./row-actions";
import { BatchLink, Details, Owner, PinButton, PullsOrBranch, Repositories, Unknown } from "./row-cells";
import type { PullLinkOf } from "./use-pull-links";

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
  user: RowUser;
  pullLink: PullLinkOf;
  onPin: (id: string) => void;
  onFilter: (term: string) => void;
}

/** One agent in the list. Details that aren't loaded yet show as "Unknown". */
export const AgentRow = memo(function AgentRow(props: AgentRowProps) {
  const { agent, current, selected, onSelect, pools, columns, user, pullLink, onPin, onFilter } = props;
  const pinned = columns.pinned.has(agent.id);
  const { isActive, handlers } = useIsActive();
  return (
    <div
      data-row-id={agent.id}
      {...handlers}
      className={classNames(
        "relative grid grid-cols-[1rem_minmax(0,1fr)_auto_1.5rem] gap-x-3 gap-y-1 border-b px-4 py-2 hover:bg-muted/60 lg:py-1.5",
        gridColumns(columns.currency !== undefined),
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
          className="relative z-10 mt-0.5 size-4 accent-primary lg:mt-0"
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
        <BatchLink batch={agent.batch} />
        {pinned || isActive ? <PinButton agent={agent} pinned={pinned} onPin={onPin} /> : null}
        <Details agent={agent} onFilter={onFilter} />
      </span>
      <span className="flex items-center gap-2 text-muted-foreground text-xs lg:contents">
        <span className="min-w-0 lg:order-1 lg:flex">
          <Owner agent={agent} onFilter={onFilter} />
        </span>
        <RelativeTime iso={agent.updatedAt} bare className="whitespace-nowrap text-right tabular-nums lg:order-3" />
      </span>
      <RowMenu agent={agent} user={user} pinned={pinned} onPin={onPin} onFilter={onFilter} />
      <span className="col-span-2 col-start-2 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 lg:contents">
        <span className="flex min-w-0 max-w-full max-lg:shrink-0">
          <Status agent={agent} pools={pools} onFilter={onFilter} />
        </span>
        <span className={`${detail} grow basis-16`}>
          <Repositories agent={agent} onFilter={onFilter} />
        </span>
        <span className={detail}>
          <PullsOrBranch agent={agent} pullLink={pullLink} />
        </span>
      </span>
      <Figures agent={agent} columns={columns} />
      {isActive ? <QuickActions agent={agent} user={user} /> : null}
    </div>
  );
});

/** Whether the pointer is over a row, or the focus is in it. Quick actions of other rows aren't rendered. */
function useIsActive() {
  const [isActive, setActive] = useState(false);
  const contains = ({ currentTarget, relatedTarget }: FocusEvent) =>
    relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  return {
    isActive,
    handlers: {
      onPointerEnter: () => setActive(true),
      onPointerLeave: ({ currentTarget }: { currentTarget: Element }) =>
        setActive(currentTarget.contains(document.activeElement)),
      onFocus: () => setActive(true),
      onBlur: (event: FocusEvent) => setActive(contains(event) || event.currentTarget.matches(":hover")),
    },
  };
}

/** The status, which filters the list. It is never cut: the name and the repository give way. */
function Status({ agent, pools, onFilter }: Pick<AgentRowProps, "agent" | "pools" | "onFilter">) {
  if (!agent.run) return <Unknown />;
  const status = rowStatus(agent, pools, Date.now());
  const word = statusWord(status.kind);
  if (word === "") return <AgentStatusBadge status={status} />;
  const { className, ...badge } = statusBadge(status);
  return (
    <FilterButton
      term={formatTerm({ key: "status", value: word })}
      onFilter={onFilter}
      className={`${className} hover:opacity-80`}
      {...badge}
    />
  );
}

const detail = "flex min-w-0 items-center gap-1.5 text-muted-foreground text-xs";
const figure = "whitespace-nowrap text-right text-muted-foreground text-xs tabular-nums lg:order-2";
const wideFigure = `${figure} ${columnClasses.wide}`;
const widestFigure = `${figure} ${columnClasses.widest}`;

function Figures({ agent, columns: { costs, currency } }: Pick<AgentRowProps, "agent" | "columns">) {
  const changes = sumChanges(agent);
  const cost = costs.get(agent.id);
  return (
    <>
      <span className={wideFigure}>{changes ? <LineCounts {...changes} /> : "–"}</span>
      <span className={wideFigure}>
        {agent.run?.durationMs === undefined ? "–" : durationLabel(agent.run.durationMs)}
      </span>
      <span className={widestFigure}>{agent.tokens ? formatCompact(agent.tokens) : "–"}</span>
      {currency === undefined ? null : (
        <span className={widestFigure}>{cost === undefined ? "–" : formatMoney(String(cost), currency)}</span>
      )}
    </>
  );
}
