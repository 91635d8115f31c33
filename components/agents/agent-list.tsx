"use client";

import { useQuery } from "@tanstack/react-query";
import type { Selection } from "@/components/ui/use-selection";
import { VirtualRows } from "@/components/ui/virtual-rows";
import { poolsQuery } from "@/components/workers/worker-queries";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import type { RowUser } from "@/lib/model/agent-list/row-actions";
import { AgentRow, type RowColumns } from "./agent-row";
import { visibleAgents } from "./agent-rows";
import { ListHeader } from "./list-header";

const rowHeight = 37;
const narrowRowHeight = 61;

interface AgentListProps {
  agents: readonly Agent[];
  /** `undefined` for users with read-only access. */
  selection: Selection | undefined;
  columns: RowColumns;
  sort: string;
  onSort: (sort: string) => void;
  /** The group of an agent; agents of a group are adjacent. */
  groupOf: ((agent: Agent) => string) | undefined;
  user: RowUser;
  onPin: (id: string) => void;
  onFilter: (term: string) => void;
}

/** Prioritizes visible agents with missing or changing details in the next poll. */
function updateVisibleAgents(agents: readonly Agent[]): void {
  visibleAgents.ids = agents.filter(({ run, repos }) => !run || !repos || !isTerminal(run.status)).map(({ id }) => id);
}

/** The name of an agent's group if the agent is the first of it. */
function groupHeading(agents: readonly Agent[], index: number, groupOf: AgentListProps["groupOf"]): string | undefined {
  const agent = agents[index];
  if (!groupOf || !agent) return undefined;
  const before = agents[index - 1];
  const group = groupOf(agent);
  return before && groupOf(before) === group ? undefined : group;
}

/** The agents as a virtualized list of rows. */
export function AgentList(props: AgentListProps) {
  const { agents, selection, columns, sort, onSort, groupOf, user, onPin, onFilter } = props;
  const queued = agents.some(({ env, run }) => env.type === "pool" && run?.status === "CREATING");
  const { data } = useQuery({ ...poolsQuery, enabled: queued });
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
        selection={selection}
        onVisibleRows={updateVisibleAgents}
      >
        {(agent, current, index) => (
          <>
            <GroupHeading name={groupHeading(agents, index, groupOf)} />
            <AgentRow
              agent={agent}
              current={current}
              selected={selection?.ids.has(agent.id) ?? false}
              onSelect={selection?.pick}
              pools={data?.pools}
              columns={columns}
              user={user}
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
