import { ArrowDown, ArrowUp } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Select } from "@/components/ui/select";
import type { Selection } from "@/components/ui/use-selection";
import { parseMemberSort } from "@/lib/model/batches/sort-members";
import { memberColumns, memberGrid, nextSort } from "./member-columns";

interface MemberHeaderProps {
  ids: readonly string[];
  selection: Selection;
  withCost: boolean;
  sort: string;
  onSort: (sort: string) => void;
}

/** The column titles, which sort the agents, and the box that selects all. Small screens have a menu instead of titles. */
export function MemberHeader({ ids, selection, withCost, sort, onSort }: MemberHeaderProps) {
  const columns = memberColumns(withCost);
  const { key, descending } = parseMemberSort(sort);
  const allSelected = ids.length > 0 && ids.every((id) => selection.ids.has(id));
  return (
    <div
      className={classNames(
        "flex items-center gap-3 border-b px-4 py-1.5 text-muted-foreground text-xs",
        memberGrid(withCost),
      )}
    >
      <input
        type="checkbox"
        aria-label={`Select all ${ids.length} agents`}
        disabled={ids.length === 0}
        checked={allSelected}
        onChange={() => selection.set(allSelected ? [] : ids)}
        className="size-4 accent-primary"
      />
      {columns.map((column) => {
        const Arrow = descending ? ArrowDown : ArrowUp;
        return (
          <span key={column.key} className={classNames("hidden min-w-0 lg:block", column.isNumber && "text-right")}>
            <button
              type="button"
              aria-pressed={key === column.key}
              aria-label={`Sort by ${column.title.toLowerCase()}`}
              onClick={() => onSort(nextSort(sort, column))}
              className="inline-flex max-w-full items-center gap-0.5 rounded hover:text-foreground aria-pressed:text-foreground"
            >
              <span className="truncate">{column.title}</span>
              {key === column.key ? <Arrow aria-hidden className="size-3 shrink-0" /> : null}
            </button>
          </span>
        );
      })}
      <div className="ml-auto w-44 lg:hidden">
        <Select aria-label="Sort" value={sort} onChange={({ target }) => onSort(target.value)} className="h-7 text-xs">
          <option value="">Sort by agent</option>
          {columns.slice(1).map((column) => (
            <option key={column.key} value={nextSort("", column)}>
              Sort by {column.title.toLowerCase()}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
