/** Maximum number of pages, since the lists are used in pickers. */
const maxPages = 20;

/** Lists with at least this many items can be incomplete. */
export const maxListedItems = maxPages * 100;

/** Reads up to {@link maxListedItems} items of a list in pages of 100. */
export async function fetchAllPages<T>(
  read: (pageToken: string | undefined) => Promise<{ items: T[]; next: string }>,
): Promise<T[]> {
  const all: T[] = [];
  let token: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const { items, next } = await read(token);
    all.push(...items);
    if (next === "") break;
    token = next;
  }
  return all;
}
