import type { Hunk } from "./patch";

interface DiffMatch {
  /** Index of the file. `column` is zero-based. */
  file: number;
  side: "left" | "right";
  line: number;
  column: number;
}

/** The search stops after this many matches. */
export const maxMatches = 10_000;

/**
 * Finds a text in all lines of a diff. Case-sensitive only if the query contains capitals. Removed lines are on the
 * left side, all others on the right.
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
          if (matches.length >= maxMatches) return matches;
        }
      }
    }
  }
  return matches;
}
