"use client";

import { useQuery } from "@tanstack/react-query";
import type { Selection } from "@/components/ui/use-selection";
import { VirtualRows } from "@/components/ui/virtual-rows";
import { poolsQuery } from "@/components/workers/worker-queries";
import { isTerminal } from "@/lib/contract/agents/terminal";
import type { AgentRow as Agent } from "@/lib/contract/dashboard/agent-row";
import { AgentRow, columns } from "./agent-row";
import { visibleAgents } from "./agent-rows";

const narrowRowHeight = 68;

interface AgentListProps {
  agents: readonly Agent[];
  /** `undefined` for users with read-only access. */
  selection: Selection | undefined;
}

/** Prioritizes visible agents with missing or changing details in the next poll. */
function updateVisibleAgents(agents: readonly Agent[]): void {
  visibleAgents.ids = agents.filter(({ run, repos }) => !run || !repos || !isTerminal(run.status)).map(({ id }) => id);
}

/** The agents as a virtualized list of rows. */
export function AgentList({ agents, selection }: AgentListProps) {
  const queued = agents.some(({ env, run }) => env.type === "pool" && run?.status === "CREATING");
  const { data } = useQuery({ ...poolsQuery, enabled: queued });
  const allSelected = selection !== undefined && agents.length > 0 && agents.every(({ id }) => selection.ids.has(id));
  return (
    <>
      <div
        className={`grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 border-b px-4 py-1.5 text-muted-foreground text-xs ${columns}`}
      >
        {selection ? (
          <input
            type="checkbox"
            aria-label={agents.length === 1 ? "Select 1 agent" : `Select all ${agents.length} agents`}
            checked={allSelected}
            ref={(box) => {
              if (box) box.indeterminate = !allSelected && selection.ids.size > 0;
            }}
            onChange={() => selection.set(allSelected ? [] : agents.map(({ id }) => id))}
            className="size-4 accent-primary"
          />
        ) : (
          <span />
        )}
        <span aria-hidden>Name</span>
        {["Agent", "Status", "Repository", "Branch"].map((title) => (
          <span key={title} aria-hidden className="hidden md:inline">
            {title}
          </span>
        ))}
        <span aria-hidden className="hidden text-right md:inline">
          Age
        </span>
        <span aria-hidden className="hidden text-right md:inline">
          Last activity
        </span>
      </div>
      <VirtualRows
        label="Agents"
        rows={agents}
        narrowHeight={narrowRowHeight}
        selection={selection}
        onVisibleRows={updateVisibleAgents}
      >
        {(agent, current) => (
          <AgentRow
            agent={agent}
            current={current}
            selected={selection?.ids.has(agent.id) ?? false}
            onSelect={selection?.pick}
            pools={data?.pools}
          />
        )}
      </VirtualRows>
    </>
  );
}
