/** Edits between two words (insert, delete, replace, swap of neighbours), or `limit + 1` when there are more. */
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

/** Upper and lower case, `_` and `-` don't tell names apart. */
const plain = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

/** The known name that was probably meant; `undefined` when none is near enough. */
export function suggest(given: string, known: readonly string[]): string | undefined {
  const wanted = plain(given);
  // Longer texts are no typo of any name, and would take long to compare.
  if (wanted.length === 0 || wanted.length > 64) return undefined;
  const limit = wanted.length < 4 ? 1 : wanted.length < 8 ? 2 : 3;
  let best: { name: string; score: number } | undefined;
  for (const name of known) {
    const target = plain(name);
    const begins = wanted.length >= 4 && (target.startsWith(wanted) || wanted.startsWith(target));
    const score = begins ? Math.min(1, distance(wanted, target, limit)) : distance(wanted, target, limit);
    if (score <= limit && (!best || score < best.score)) best = { name, score };
  }
  return best?.name;
}
