const maxConcurrent = 4;

/** Runs work on items, four at a time. Results are in the items' order. */
export async function mapConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += maxConcurrent) {
    results.push(...(await Promise.all(items.slice(start, start + maxConcurrent).map(work))));
  }
  return results;
}
