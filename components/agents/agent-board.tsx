"use client";

import { lazy, type ReactNode, Suspense, useMemo } from "react";
import { classNames } from "@/components/ui/class-names";
import { lazyPart } from "@/components/ui/lazy-part";
import { Options } from "@/components/ui/options";
import { Select } from "@/components/ui/select";
import { TabBar } from "@/components/ui/tab-bar";
import { useSelection } from "@/components/ui/use-selection";
import { useUrlState } from "@/components/ui/use-url-state";
import { formatCount } from "@/components/usage/format-numbers";
import { retryImport } from "@/lib/client/retry-import";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import {
  arrangeRows,
  countTabs,
  type Grouping,
  groupings,
  keepOrder,
  type ListTab,
  listTabs,
  rowsOfTab,
} from "@/lib/model/agent-list/arrange";
import type { RowUser } from "@/lib/model/agent-list/row-actions";
import { AgentList } from "./agent-list";
import { useAgentCosts } from "./use-agent-costs";
import { useBulk } from "./use-bulk";
import { usePinnedAgents } from "./use-pinned-agents";

/** Loaded when agents are selected. */
const BulkBar = lazy(() => retryImport(() => import("./bulk-bar")));
const BulkPanel = lazyPart(() => import("./bulk-panel"));

const groupingLabels: Readonly<Record<Grouping, string>> = {
  none: "No grouping",
  repository: "By repository",
  owner: "By owner",
  status: "By status",
};

const emptyTabTexts: Readonly<Record<ListTab, string>> = {
  all: "No agents.",
  running: "No running agents.",
  queued: "No agents are waiting for a worker.",
  failed: "No failed agents.",
  review: "No agents need review.",
};

interface AgentBoardProps {
  /** All agents. They are sorted when they change rather than on each key press in the filter. */
  all: readonly AgentRow[];
  /** Those that match the filter, in the order of `all`. */
  rows: readonly AgentRow[];
  user: RowUser;
  /** Adds a term to the filter. */
  onFilter: (term: string) => void;
  /** Shown when no agent matches the filter. */
  empty: ReactNode;
}

/** The agents that match the filter: tabs with counts, sorting, grouping, and bulk actions. */
export function AgentBoard(props: AgentBoardProps) {
  const { all, rows, user, onFilter, empty } = props;
  const url = useUrlState();
  const { costs, currency } = useAgentCosts();
  const { pinned, toggle } = usePinnedAgents();
  const tab = listTabs.find(({ id }) => id === url.get("tab"))?.id ?? "all";
  const grouping = groupings.find((each) => each === url.get("group")) ?? "none";
  const sort = url.get("sort");
  const counts = useMemo(() => countTabs(rows), [rows]);
  const arranged = useMemo(
    () => arrangeRows(all, { sort, grouping }, { costs, pinned }),
    [all, sort, grouping, costs, pinned],
  );
  const shown = useMemo(() => {
    const ofTab = rowsOfTab(rows, tab);
    return arranged === all ? ofTab : keepOrder(arranged, ofTab);
  }, [arranged, all, rows, tab]);
  // The same object while nothing changes, so that rows that stay don't render again.
  const columns = useMemo(() => ({ costs, currency, pinned }), [costs, currency, pinned]);
  const selection = useSelection(shown);
  const selected = useMemo(
    () => (selection.ids.size === 0 ? [] : shown.filter(({ id }) => selection.ids.has(id))),
    [shown, selection],
  );
  const bulk = useBulk();

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {rows.length === 0 ? <Suspense fallback={null}>{empty}</Suspense> : null}
      <div
        className={classNames(
          "flex items-center border-b pr-4 [&>nav]:min-w-0 [&>nav]:flex-1 [&>nav]:border-b-0",
          rows.length === 0 && "hidden",
        )}
      >
        <TabBar
          label="Status"
          tabs={listTabs.map(({ id, name }) => ({
            name,
            detail: <span className="text-muted-foreground text-xs tabular-nums">{formatCount(counts[id])}</span>,
            current: id === tab,
            href: url.link({ tab: id }),
            prefetch: false,
            onSelect: () => url.set({ tab: id === "all" ? "" : id }, { push: true }),
          }))}
        />
        <div className="hidden w-36 shrink-0 sm:block">
          <Select
            aria-label="Group"
            value={grouping}
            onChange={({ target }) => url.set({ group: target.value === "none" ? "" : target.value })}
            className="h-7 text-xs"
          >
            <Options values={groupings} label={(each) => groupingLabels[each]} />
          </Select>
        </div>
      </div>
      {shown.length > 0 ? (
        <AgentList
          agents={shown}
          selection={user.canOperate ? selection : undefined}
          columns={columns}
          sort={sort}
          onSort={(next) => url.set({ sort: next })}
          grouping={grouping}
          user={user}
          onPin={toggle}
          onFilter={onFilter}
        />
      ) : rows.length === 0 ? null : (
        <p className="px-4 py-16 text-center text-muted-foreground text-sm">{emptyTabTexts[tab]}</p>
      )}
      {selected.length > 0 ? (
        // Over the end of the list, never over the panel below it. On phones it has its own place.
        <div className="pointer-events-none relative z-20 flex justify-center sm:h-0 sm:items-end">
          <div className="pointer-events-auto w-full border-t bg-popover px-3 py-2 sm:mb-4 sm:w-auto sm:rounded-lg sm:border sm:shadow-lg">
            <Suspense fallback={<p className="h-7 text-sm">{selected.length} selected</p>}>
              <BulkBar
                selected={selected}
                busy={bulk.state?.running === true}
                onStart={bulk.start}
                onClear={() => selection.set([])}
              />
            </Suspense>
          </div>
        </div>
      ) : null}
      {bulk.state ? (
        <BulkPanel state={bulk.state} onStart={bulk.start} onStop={bulk.stop} onDismiss={bulk.dismiss} />
      ) : null}
    </div>
  );
}
