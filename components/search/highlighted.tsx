import type { ReactNode } from "react";
import type { SearchSnippet } from "@/lib/contract/dashboard/search/search-everything";

/** Text with its matches marked. */
export function Highlighted({ text, ranges }: SearchSnippet) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(from, start));
    parts.push(
      <mark key={start} className="rounded-sm bg-warning-soft text-foreground underline">
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  return (
    <bdi>
      {parts}
      {text.slice(from)}
    </bdi>
  );
}

/** The line of a snippet with the first match. */
export function firstMatchLine({ text, ranges }: SearchSnippet): SearchSnippet {
  const first = ranges[0]?.[0] ?? 0;
  const start = text.lastIndexOf("\n", first) + 1;
  const next = text.indexOf("\n", first);
  const end = next < 0 ? text.length : next;
  const inLine = ranges.filter((range) => range[0] >= start && range[1] <= end);
  return { text: text.slice(start, end), ranges: inLine.map((range) => [range[0] - start, range[1] - start]) };
}
