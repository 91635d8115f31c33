"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Selection } from "@/components/ui/use-selection";
import { VirtualRows } from "@/components/ui/virtual-rows";
import { poolsQuery } from "@/components/workers/worker-queries";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import { type Grouping, groupHeadings } from "@/lib/model/agent-list/arrange";
import type { RowUser } from "@/lib/model/agent-list/row-actions";
import { AgentRow, type RowColumns } from "./agent-row";
import { visibleAgents } from "./agent-rows";
import { ListHeader } from "./list-header";
import { usePullLinks } from "./use-pull-links";

const rowHeight = 37;
const narrowRowHeight = 61;
const headingHeight = 25;

interface AgentListProps {
  agents: readonly Agent[];
  /** `undefined` for users with read-only access. */
  selection: Selection | undefined;
  columns: RowColumns;
  sort: string;
  onSort: (sort: string) => void;
  /** The agents of a group are adjacent. */
  grouping: Grouping;
  user: RowUser;
  onPin: (id: string) => void;
  onFilter: (term: string) => void;
}

/** Prioritizes visible agents with missing or changing details in the next poll. */
function updateVisibleAgents(agents: readonly Agent[]): void {
  visibleAgents.ids = agents.filter(({ run, repos }) => !run || !repos || !isTerminal(run.status)).map(({ id }) => id);
}

/** The agents as a virtualized list of rows. */
export function AgentList(props: AgentListProps) {
  const { agents, selection, columns, sort, onSort, grouping, user, onPin, onFilter } = props;
  const queued = agents.some(({ env, run }) => env.type === "pool" && run?.status === "CREATING");
  const { data } = useQuery({ ...poolsQuery, enabled: queued });
  const pullLink = usePullLinks(agents);
  const headings = useMemo(() => groupHeadings(agents, grouping), [agents, grouping]);
  const headingHeightAt = useCallback((index: number) => (headings.has(index) ? headingHeight : 0), [headings]);
  return (
    <>
      <ListHeader
        agents={agents}
        selection={selection}
        withCost={columns.currency !== undefined}
        sort={sort}
        onSort={onSort}
      />
      <VirtualRows
        label="Agents"
        rows={agents}
        height={rowHeight}
        narrowHeight={narrowRowHeight}
        wideFrom={1024}
        extraHeight={headingHeightAt}
        selection={selection}
        onVisibleRows={updateVisibleAgents}
      >
        {(agent, current, index) => (
          <>
            <GroupHeading name={headings.get(index)} />
            <AgentRow
              agent={agent}
              current={current}
              selected={selection?.ids.has(agent.id) ?? false}
              onSelect={selection?.pick}
              pools={data?.pools}
              columns={columns}
              user={user}
              pullLink={pullLink}
              onPin={onPin}
              onFilter={onFilter}
            />
          </>
        )}
      </VirtualRows>
    </>
  );
}

function GroupHeading({ name }: { name: string | undefined }) {
  return name === undefined ? null : <h2 className="border-b bg-muted px-4 py-1 font-medium text-xs">{name}</h2>;
}
