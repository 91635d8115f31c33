import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Selection } from "@/components/ui/use-selection";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { parseSort, type SortKey } from "@/lib/model/agent-list/arrange";

const wideColumns = {
  withCost:
    "xl:grid-cols-[1rem_minmax(0,3fr)_minmax(11.5rem,1.5fr)_minmax(0,1.3fr)_minmax(7rem,1.2fr)_5.5rem_4.5rem_4.5rem_5rem_5rem] " +
    "2xl:grid-cols-[1rem_minmax(0,3fr)_minmax(11.5rem,1.5fr)_minmax(0,1.3fr)_minmax(7rem,1.2fr)_minmax(0,1fr)_5.5rem_4.5rem_4.5rem_5rem_5rem]",
  withoutCost:
    "xl:grid-cols-[1rem_minmax(0,3fr)_minmax(11.5rem,1.5fr)_minmax(0,1.3fr)_minmax(7rem,1.2fr)_5.5rem_4.5rem_4.5rem_5rem] " +
    "2xl:grid-cols-[1rem_minmax(0,3fr)_minmax(11.5rem,1.5fr)_minmax(0,1.3fr)_minmax(7rem,1.2fr)_minmax(0,1fr)_5.5rem_4.5rem_4.5rem_5rem]",
} as const;

/** The grid of the header and the rows; columns that don't fit are hidden. Without prices there are no costs to show. */
export const gridColumns = (withCost: boolean): string =>
  classNames(
    "md:grid-cols-[1rem_minmax(0,3fr)_minmax(7rem,1.3fr)_minmax(0,1.2fr)_minmax(5rem,1.2fr)_5rem]",
    wideColumns[withCost ? "withCost" : "withoutCost"],
    "md:items-center md:gap-3",
  );

/** Columns shown on wide screens only. */
export const wideCell = "hidden xl:block";

interface Column {
  title: string;
  sort?: SortKey;
  /** Numbers and times are compared largest first. */
  descendingFirst?: boolean;
  className?: string;
}

const columns: readonly Column[] = [
  { title: "Name", sort: "name" },
  { title: "Status", sort: "status", className: "hidden md:block" },
  { title: "Repository", className: "hidden md:block" },
  { title: "Pull request", className: "hidden md:block" },
  { title: "Owner", className: "hidden 2xl:block" },
  { title: "Changes", sort: "changes", descendingFirst: true, className: `${wideCell} text-right` },
  { title: "Duration", sort: "duration", descendingFirst: true, className: `${wideCell} text-right` },
  { title: "Tokens", sort: "tokens", descendingFirst: true, className: `${wideCell} text-right` },
  { title: "Cost", sort: "cost", descendingFirst: true, className: `${wideCell} text-right` },
  { title: "Updated", sort: "updated", descendingFirst: true, className: "hidden text-right md:block" },
];

interface ListHeaderProps {
  agents: readonly AgentRow[];
  /** `undefined` for users with read-only access. */
  selection: Selection | undefined;
  withCost: boolean;
  sort: string;
  onSort: (sort: string) => void;
}

/** The column titles, which sort the list, and the box that selects all agents. */
export function ListHeader({ agents, selection, withCost, sort, onSort }: ListHeaderProps) {
  const allSelected = selection !== undefined && agents.length > 0 && agents.every(({ id }) => selection.ids.has(id));
  return (
    <div
      className={classNames(
        "grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 border-b px-4 py-1.5 text-muted-foreground text-xs",
        gridColumns(withCost),
      )}
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
      {columns.map((column) =>
        column.sort === "cost" && !withCost ? null : (
          <span key={column.title} className={column.className}>
            {column.sort ? <SortButton column={column} by={column.sort} sort={sort} onSort={onSort} /> : column.title}
          </span>
        ),
      )}
    </div>
  );
}

interface SortButtonProps {
  column: Column;
  by: SortKey;
  sort: string;
  onSort: (sort: string) => void;
}

/** Sorts by a column, then in the other direction, then as before. */
function SortButton({ column, by, sort, onSort }: SortButtonProps) {
  const { key, descending } = parseSort(sort);
  const current = sort !== "" && key === by;
  const first = column.descendingFirst ? `-${by}` : by;
  const second = column.descendingFirst ? by : `-${by}`;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      aria-label={
        current
          ? `${column.title}, sorted ${descending ? "descending" : "ascending"}`
          : `Sort by ${column.title.toLowerCase()}`
      }
      onClick={() => onSort(!current ? first : sort === first ? second : "")}
      className={classNames("inline-flex items-center gap-0.5 hover:text-foreground", current && "text-foreground")}
    >
      {column.title}
      {current ? <Arrow aria-hidden className="size-3" /> : null}
    </button>
  );
}
