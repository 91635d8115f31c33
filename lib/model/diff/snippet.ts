import { splitLines } from "./changes";
import type { DiffRange } from "./diff-position";
import type { Hunk, PatchLine } from "./patch";

/** Unchanged or changed lines shown before a range. */
const linesBefore = 3;
const maxLines = 12;

/**
 * The end of a range in a diff with a few lines before it, at most {@link maxLines}. Empty if the diff doesn't contain
 * the range.
 */
export function findSnippet(hunks: readonly Hunk[], { side, startLine, endLine }: DiffRange): PatchLine[] {
  const numberOf = ({ before, after }: PatchLine) => (side === "left" ? before : after);
  for (const { lines } of hunks) {
    const last = lines.findLastIndex((line) => numberOf(line) === endLine);
    if (last < 0) continue;
    const first = lines.findIndex((line) => (numberOf(line) ?? 0) >= startLine);
    const from = Math.max(first - linesBefore, last + 1 - maxLines, 0);
    return lines.slice(from, last + 1);
  }
  return [];
}

/** The same lines of `text`, the file on the range's side, without marks of changes. */
export function findTextSnippet(text: string, { side, startLine, endLine }: DiffRange): PatchLine[] {
  const lines = splitLines(text);
  if (endLine > lines.length) return [];
  const from = Math.max(startLine - linesBefore, endLine + 1 - maxLines, 1);
  return lines.slice(from - 1, endLine).map(
    (line, index): PatchLine => ({
      kind: "same",
      text: line,
      ...(side === "left" ? { before: from + index } : { after: from + index }),
    }),
  );
}
