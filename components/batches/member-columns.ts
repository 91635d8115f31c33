import { classNames } from "@/components/ui/class-names";
import type { MemberSortKey } from "@/lib/model/batches/sort-members";

/** The grid of the header and the rows on wide screens. Without prices there are no costs to show. */
export const memberGrid = (withCost: boolean): string =>
  classNames(
    "lg:grid lg:items-center lg:gap-x-3",
    withCost
      ? "lg:grid-cols-[1rem_minmax(0,2.5fr)_minmax(8rem,1.6fr)_6rem_minmax(6rem,1fr)_4.5rem_4.5rem_5rem]"
      : "lg:grid-cols-[1rem_minmax(0,2.5fr)_minmax(8rem,1.6fr)_6rem_minmax(6rem,1fr)_4.5rem_4.5rem]",
  );

interface Column {
  key: MemberSortKey;
  title: string;
  /** Numbers are compared largest first. */
  descendingFirst?: boolean;
  isNumber?: boolean;
}

export const memberColumns = (withCost: boolean): readonly Column[] => [
  { key: "position", title: "Agent" },
  { key: "status", title: "Status" },
  { key: "changes", title: "Changes", descendingFirst: true, isNumber: true },
  { key: "checks", title: "Pull request" },
  { key: "duration", title: "Duration", isNumber: true },
  { key: "tokens", title: "Tokens", isNumber: true },
  ...(withCost ? [{ key: "cost", title: "Cost", isNumber: true } as const] : []),
];

/** The sort order after its title was clicked: each direction in turn. Without an order, rows are sorted by position. */
export function nextSort(sort: string, { key, descendingFirst = false }: Column): string {
  const [first, second] = descendingFirst ? [`-${key}`, key] : [key, `-${key}`];
  return (sort || "position") === first ? second : first;
}
