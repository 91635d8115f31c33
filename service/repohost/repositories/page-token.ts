import { z } from "zod";
import { refuse } from "../../http/refusal";

const Token = z.strictObject({
  list: z.string(),
  size: z.number().int().min(1).max(100),
  after: z.string().max(1_000),
});

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Where a page begins and how long it is. A token carries the size of its first page, so a size sent with it is
 * ignored. Throws InvalidArgument when the token is not one of this list.
 */
export function readPage(
  list: string,
  query: { pageSize: number; pageToken?: string | undefined },
): { size: number; after: string | undefined } {
  if (!query.pageToken) return { size: query.pageSize, after: undefined };
  const token = Token.safeParse(decode(query.pageToken));
  if (!token.success || token.data.list !== list || token.data.after.includes("\0")) {
    throw refuse.repohost("InvalidArgument", "pageToken is not a token of this list", "pageToken");
  }
  return token.data;
}

/** Cuts rows, read one beyond the page, to the page and makes the next page's token; `""` on the last page. */
export function pageOf<Row>(
  list: string,
  size: number,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): { items: readonly Row[]; nextPageToken: string } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  if (rows.length <= size || last === undefined) return { items, nextPageToken: "" };
  const token: z.infer<typeof Token> = { list, size, after: keyOf(last) };
  return { items, nextPageToken: Buffer.from(JSON.stringify(token)).toString("base64url") };
}
