import { z } from "zod";
import { refuse } from "./refusal";

const Token = z.strictObject({
  list: z.string(),
  size: z.number().int().min(1).max(100),
  after: z.string().max(16_000),
});

/** A token that is none of the list it is sent to. */
export const notOfThisList = () =>
  refuse.repohost("InvalidArgument", "invalid pageToken: not issued for this list", "pageToken");

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
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
  const token = Token.safeParse(parsed(Buffer.from(query.pageToken, "base64url").toString("utf8")));
  if (!token.success || token.data.list !== list || token.data.after.includes("\0")) {
    throw notOfThisList();
  }
  return token.data;
}

/** A position made of several values, as a token holds it. Throws InvalidArgument when it has another form. */
export function readPosition<T>(after: string | undefined, form: z.ZodType<T>): T | undefined {
  if (after === undefined) return undefined;
  const position = form.safeParse(parsed(after));
  if (position.success) return position.data;
  throw notOfThisList();
}

/** The text of a token. `list` binds it to one list: its name, and the ids of what it lists. */
export function pageToken(token: z.infer<typeof Token>): string {
  return Buffer.from(JSON.stringify(token)).toString("base64url");
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
  return { items, nextPageToken: pageToken({ list, size, after: keyOf(last) }) };
}
