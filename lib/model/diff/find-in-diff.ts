import type { Hunk } from "./patch";

interface DiffMatch {
  /** Which file and line of the diff; `column` counts from 0. */
  file: number;
  side: "left" | "right";
  line: number;
  column: number;
}

/** More matches than this are not counted. */
export const mostMatches = 10_000;

/**
 * Finds a text in every line of a diff, whether it is in sight or not. Capitals count only when the query has some.
 * A removed line is on the left, every other on the right.
 */
export function findInDiff(files: readonly (readonly Hunk[])[], query: string): DiffMatch[] {
  if (query === "") return [];
  const exact = query !== query.toLowerCase();
  const matches: DiffMatch[] = [];
  for (const [file, hunks] of files.entries()) {
    for (const { lines } of hunks) {
      for (const { kind, text, before, after } of lines) {
        const within = exact ? text : text.toLowerCase();
        const side = kind === "removed" ? "left" : "right";
        const line = (side === "left" ? before : after) ?? 1;
        for (let at = within.indexOf(query); at >= 0; at = within.indexOf(query, at + query.length)) {
          matches.push({ file, side, line, column: at });
          if (matches.length >= mostMatches) return matches;
        }
      }
    }
  }
  return matches;
}
