import type { ReactNode } from "react";

interface FilterButtonProps {
  /** The term it adds to the filter. */
  term: string;
  onFilter: (term: string) => void;
  className?: string;
  /** Instead of what the button does. */
  title?: string;
  children: ReactNode;
}

/**
 * A value in a row that filters the list when it is clicked. It is above the row's link, and not in the tab order: keyboard
 * users find the same filters in the row's menu.
 */
export function FilterButton({
  term,
  onFilter,
  className = "truncate hover:text-foreground hover:underline",
  title = `Filter by ${term}`,
  children,
}: FilterButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      title={title}
      onClick={() => onFilter(term)}
      className={`relative z-10 min-w-0 rounded text-left ${className}`}
    >
      {children}
    </button>
  );
}
