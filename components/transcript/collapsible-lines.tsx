"use client";

import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useRowOpenState } from "./row-open-state";

interface CollapsibleLinesProps {
  id: string;
  lines: readonly string[];
  /** How many lines are shown while collapsed. */
  max: number;
  /** Which end to show: the end of program output, the start of a file. */
  keep: "start" | "end";
  /** What the text is, for the labels of the button and the scrolling region. */
  what: string;
  children: (lines: readonly string[]) => ReactNode;
}

/** Longer lines are truncated while collapsed, because laying them out is slow. */
const maxLineLength = 2_000;

function truncate(line: string): string {
  if (line.length <= maxLineLength) return line;
  return `${line.slice(0, maxLineLength)}… ${(line.length - maxLineLength).toLocaleString("en")} more characters`;
}

/** Shows one end of a long text; the rest expands in a scrolling region. */
export function CollapsibleLines({ id, lines, max, keep, what, children }: CollapsibleLinesProps) {
  const [all, setAll] = useRowOpenState(`${id} all`, false);
  const hasLongLine = lines.some(({ length }) => length > maxLineLength);
  const long = lines.length > max || hasLongLine;
  const kept = lines.length <= max ? lines : keep === "end" ? lines.slice(-max) : lines.slice(0, max);
  const shown = !long || all ? lines : hasLongLine ? kept.map(truncate) : kept;
  const showAllText = lines.length > max ? `Show all ${lines.length.toLocaleString("en")} lines` : "Show full lines";
  const toggle = long ? (
    <button
      type="button"
      aria-expanded={all}
      onClick={() => setAll(!all)}
      className="block w-full px-3 py-1 text-left text-muted-foreground text-xs hover:bg-muted hover:text-foreground"
    >
      {all ? "Show less" : showAllText}
      <span className="sr-only"> of {what}</span>
    </button>
  ) : null;

  return (
    <div>
      {keep === "end" ? toggle : null}
      {/* A region that scrolls must be reachable by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the only way to scroll it without a mouse */}
      <section aria-label={what} tabIndex={0} className={classNames("overflow-auto", all && "max-h-120")}>
        {children(shown)}
      </section>
      {keep === "start" ? toggle : null}
    </div>
  );
}
