import { type Change, changesBetween } from "./changes";

const touches = (a: Change, b: Change) =>
  a.from < b.to && b.from < a.to
    ? true
    : // Two insertions at the same position, or one at the edge of a replacement: their order would be a guess.
      (a.from === a.to || b.from === b.to) && a.from <= b.to && b.from <= a.to;

/** Applies the changes of both sides to `base`. Returns `undefined` if they conflict. */
export function mergeLines(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] | undefined {
  const left = changesBetween(base, ours);
  const right = changesBetween(base, theirs);
  const merged: string[] = [];
  let at = 0;
  const take = ({ from, to, start, end }: Change, lines: readonly string[]) => {
    for (let i = at; i < from; i += 1) merged.push(base[i] ?? "");
    for (let i = start; i < end; i += 1) merged.push(lines[i] ?? "");
    at = Math.max(at, to);
  };
  let l = 0;
  let r = 0;
  for (;;) {
    const a = left[l];
    const b = right[r];
    if (a && b && touches(a, b)) {
      const same =
        a.from === b.from &&
        a.to === b.to &&
        a.end - a.start === b.end - b.start &&
        ours.slice(a.start, a.end).every((line, i) => line === theirs[b.start + i]);
      if (!same) return undefined;
      take(a, ours);
      l += 1;
      r += 1;
    } else if (a && (!b || a.from < b.from)) {
      take(a, ours);
      l += 1;
    } else if (b) {
      take(b, theirs);
      r += 1;
    } else {
      for (let i = at; i < base.length; i += 1) merged.push(base[i] ?? "");
      return merged;
    }
  }
}
