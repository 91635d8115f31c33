import { classNames } from "./class-names";

/** A placeholder for content. Hidden from screen readers; the container announces the loading state. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("h-4 animate-pulse rounded bg-border/70", className)} />;
}
