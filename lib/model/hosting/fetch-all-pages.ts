/** Maximum number of pages, since the lists are used in pickers. */
const maxPages = 20;

/** Reads all pages of a list. */
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
