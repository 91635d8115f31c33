import { classNames } from "./class-names";

/** Stands where content will be. Hidden from screen readers: its container says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("h-4 animate-pulse rounded bg-border/70", className)} />;
}
