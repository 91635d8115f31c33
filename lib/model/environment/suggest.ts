/** Edit distance of two words (insert, delete, replace, swap adjacent), or `limit + 1` if it is larger. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

/** Ignores case, `_` and `-`. */
const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

/** The known name that was probably meant; `undefined` if none is close enough. */
export function suggest(name: string, known: readonly string[]): string | undefined {
  const plainName = plain(name);
  // Longer texts aren't typos of any name and would be slow to compare.
  if (plainName.length === 0 || plainName.length > 64) return undefined;
  const limit = plainName.length < 6 ? 1 : plainName.length < 9 ? 2 : 3;
  let best: { name: string; score: number } | undefined;
  for (const name of known) {
    const target = plain(name);
    const isPrefix = plainName.length >= 4 && (target.startsWith(plainName) || plainName.startsWith(target));
    const score = isPrefix ? Math.min(1, distance(plainName, target, limit)) : distance(plainName, target, limit);
    if (score <= limit && (!best || score < best.score)) best = { name, score };
  }
  return best?.name;
}
