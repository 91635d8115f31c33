"use client";

import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useOpen } from "./open-rows";

interface ClampedProps {
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

/** The important end of a long text, and the rest on demand in a region that scrolls by itself. */
export function Clamped({ id, lines, most, keep, what, children }: ClampedProps) {
  const [all, setAll] = useOpen(`${id} all`, false);
  const long = lines.length > most;
  const shown = !long || all ? lines : keep === "end" ? lines.slice(-most) : lines.slice(0, most);
  const toggle = long ? (
    <button
      type="button"
      onClick={() => setAll(!all)}
      className="block w-full px-3 py-1 text-left text-muted-foreground text-xs hover:bg-muted hover:text-foreground"
    >
      {all ? "Show less" : `Show all ${lines.length.toLocaleString("en")} lines`}
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
