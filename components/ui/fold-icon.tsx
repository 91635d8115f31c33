import { ChevronRight } from "lucide-react";
import { classNames } from "./class-names";

/** Chevron of a control that shows or hides content: points right while it is hidden, down while it is shown. */
export function FoldIcon({ open, className }: { open: boolean; className?: string }) {
  return (
    <ChevronRight
      aria-hidden
      className={classNames("size-3.5 shrink-0 transition-transform", open && "rotate-90", className)}
    />
  );
}
