/** More pages than this are not read: a picker of thousands helps nobody. */
const mostPages = 20;

/** Everything a paged list holds. */
export async function everyPage<T>(
  read: (pageToken: string | undefined) => Promise<{ items: T[]; next: string }>,
): Promise<T[]> {
  const all: T[] = [];
  let token: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { items, next } = await read(token);
    all.push(...items);
    if (next === "") break;
    token = next;
  }
  return all;
}
