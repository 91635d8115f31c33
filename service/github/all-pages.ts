/** Items that GitHub sends at a time, at most. */
export const pageSize = 100;

/** Reads the pages of a list, up to a maximum. */
export async function allPages<T>(read: (page: number) => Promise<readonly T[]>, maxPages = 10): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; page <= maxPages; page += 1) {
    const items = await read(page);
    found.push(...items);
    if (items.length < pageSize) break;
  }
  return found;
}
