import { diffArrays } from "diff";

/** Lines `[from, to)` of the old text are replaced by `[start, end)` of the new one. Zero-based. */
export interface Change {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** Texts with more edits aren't fully compared; the whole text counts as changed. */
const maxEdits = 20_000;

/** The differences between two lists of lines, in order. */
export function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: maxEdits });
  if (!parts) return [{ from: 0, to: before.length, start: 0, end: after.length }];
  const changes: Change[] = [];
  let at = 0;
  let there = 0;
  let open: Change | undefined;
  for (const { added, removed, value } of parts) {
    const count = value.length;
    if (!added && !removed) {
      open = undefined;
      at += count;
      there += count;
      continue;
    }
    if (!open) {
      open = { from: at, to: at, start: there, end: there };
      changes.push(open);
    }
    if (removed) {
      at += count;
      open.to = at;
    } else {
      there += count;
      open.end = there;
    }
  }
  return changes;
}

/** The lines of a text, without an empty line after the last line break. */
export function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
