"use client";

import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useRowOpenState } from "./row-open-state";

interface CollapsibleLinesProps {
  id: string;
  lines: readonly string[];
  /** How many lines are shown until all are asked for. */
  most: number;
  /** Which end matters: a program's last lines, a file's first. */
  keep: "start" | "end";
  /** What the text is, for the button and the scrolled region. */
  what: string;
  children: (lines: readonly string[]) => ReactNode;
}

/** Of a longer line only the beginning is shown until all is asked for: laying it out takes a while. */
const longestLine = 2_000;

function shortened(line: string): string {
  if (line.length <= longestLine) return line;
  return `${line.slice(0, longestLine)}… ${(line.length - longestLine).toLocaleString("en")} more characters`;
}

/** The important end of a long text, and the rest on demand in a region that scrolls by itself. */
export function CollapsibleLines({ id, lines, most, keep, what, children }: CollapsibleLinesProps) {
  const [all, setAll] = useRowOpenState(`${id} all`, false);
  const wide = lines.some(({ length }) => length > longestLine);
  const long = lines.length > most || wide;
  const important = lines.length <= most ? lines : keep === "end" ? lines.slice(-most) : lines.slice(0, most);
  const shown = !long || all ? lines : wide ? important.map(shortened) : important;
  const words = lines.length > most ? `Show all ${lines.length.toLocaleString("en")} lines` : "Show whole lines";
  const toggle = long ? (
    <button
      type="button"
      aria-expanded={all}
      onClick={() => setAll(!all)}
      className="block w-full px-3 py-1 text-left text-muted-foreground text-xs hover:bg-muted hover:text-foreground"
    >
      {all ? "Show less" : words}
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
