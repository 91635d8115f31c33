import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import type { Selection } from "@/components/ui/use-selection";
import type { AgentRow } from "@/lib/contract/dashboard/agent-row";
import { parseSort, type SortKey } from "@/lib/model/agent-list/arrange";

/** Check box, name, status, repository, pull request, owner, figures, time of the last update, and menu. The status has a fixed width. */
const grids = {
  withCost:
    "min-[87.5rem]:grid-cols-[1rem_minmax(0,3fr)_15rem_minmax(0,2fr)_minmax(5.5rem,1fr)_2.5rem_5.5rem_4.5rem_3.5rem_6rem_4.25rem_1.5rem] " +
    "2xl:grid-cols-[1rem_minmax(0,3fr)_15rem_minmax(0,2fr)_minmax(5.5rem,1fr)_7rem_5.5rem_4.5rem_3.5rem_6rem_4.25rem_1.5rem]",
  withoutCost:
    "min-[87.5rem]:grid-cols-[1rem_minmax(0,3fr)_15rem_minmax(0,2fr)_minmax(5.5rem,1fr)_2.5rem_5.5rem_4.5rem_3.5rem_4.25rem_1.5rem] " +
    "2xl:grid-cols-[1rem_minmax(0,3fr)_15rem_minmax(0,2fr)_minmax(5.5rem,1fr)_7rem_5.5rem_4.5rem_3.5rem_4.25rem_1.5rem]",
} as const;

const gridClasses = (grid: string) =>
  classNames(
    "lg:grid-cols-[1rem_minmax(0,5fr)_12rem_minmax(0,3fr)_5.5rem_2.5rem_4.25rem_1.5rem]",
    "xl:grid-cols-[1rem_minmax(0,3fr)_13rem_minmax(0,2fr)_minmax(5.5rem,1fr)_2.5rem_5.5rem_4.5rem_4.25rem_1.5rem]",
    grid,
    "lg:items-center lg:gap-3",
  );
const classes = { withCost: gridClasses(grids.withCost), withoutCost: gridClasses(grids.withoutCost) };

/** The grid of the header and the rows; columns that don't fit are hidden. Without prices there are no costs to show. */
export const gridColumns = (withCost: boolean): string => classes[withCost ? "withCost" : "withoutCost"];

/** When columns are shown. */
export const columnClasses = {
  wide: "hidden xl:block",
  widest: "hidden min-[87.5rem]:block",
} as const;

interface Column {
  title: string;
  sort?: SortKey;
  /** Numbers and times are compared largest first. */
  descendingFirst?: boolean;
  className?: string;
}

/** On narrow screens, the columns to sort by are in one line. */
const wide = "text-right lg:hidden xl:block";
const widest = "text-right lg:hidden min-[87.5rem]:block";
const columns: readonly Column[] = [
  { title: "Name", sort: "name" },
  { title: "Status", sort: "status" },
  { title: "Repository", className: "hidden lg:block" },
  { title: "Pull request", className: "hidden lg:block" },
  { title: "Owner", className: "hidden lg:block" },
  { title: "Changes", sort: "changes", descendingFirst: true, className: wide },
  { title: "Duration", sort: "duration", descendingFirst: true, className: wide },
  { title: "Tokens", sort: "tokens", descendingFirst: true, className: widest },
  { title: "Cost", sort: "cost", descendingFirst: true, className: widest },
  { title: "Updated", sort: "updated", descendingFirst: true, className: "text-right" },
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
    // The rows are a list. Only the column headers of a table can have a sort order.
    <table aria-label="Columns" className="block overflow-x-auto">
      <thead className="block">
        <tr
          className={classNames(
            "flex w-max min-w-full items-center gap-4 border-b px-4 py-1.5 text-left text-muted-foreground text-xs lg:grid lg:w-auto [&_th]:font-normal",
            gridColumns(withCost),
          )}
        >
          {selection ? (
            <td className="flex">
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
            </td>
          ) : (
            <td />
          )}
          {columns.map((column) =>
            column.sort === "cost" && !withCost ? null : (
              <ColumnHeader key={column.title} column={column} sort={sort} onSort={onSort} />
            ),
          )}
        </tr>
      </thead>
    </table>
  );
}

interface ColumnHeaderProps {
  column: Column;
  sort: string;
  onSort: (sort: string) => void;
}

/** Sorts by a column, then in the other direction, then as before. */
function ColumnHeader({ column, sort, onSort }: ColumnHeaderProps) {
  const { title, sort: by, descendingFirst, className } = column;
  if (!by) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  }
  const { key, descending } = parseSort(sort);
  const current = sort !== "" && key === by;
  const first = descendingFirst ? `-${by}` : by;
  const second = descendingFirst ? by : `-${by}`;
  const Arrow = descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={!current ? "none" : descending ? "descending" : "ascending"} className={className}>
      <button
        type="button"
        title={`Sort by ${title.toLowerCase()}`}
        onClick={() => onSort(!current ? first : sort === first ? second : "")}
        className={classNames("inline-flex items-center gap-0.5 hover:text-foreground", current && "text-foreground")}
      >
        {title}
        {current ? <Arrow aria-hidden className="size-3" /> : null}
      </button>
    </th>
  );
}
