import { z } from "zod";
import { apiError } from "./api-error";

const Token = z.strictObject({
  list: z.string(),
  size: z.number().int().min(1).max(100),
  after: z.string().max(16_000),
});

/** Error for a token that doesn't belong to the list. */
export const invalidPageToken = () =>
  apiError.repohost("InvalidArgument", "invalid pageToken: not issued for this list", "pageToken");

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Returns where a page starts and its size. A token carries the size of the first page and overrides the query's. Throws
 * InvalidArgument when the token doesn't belong to this list.
 */
export function readPage(
  list: string,
  query: { pageSize: number; pageToken?: string | undefined },
): { size: number; after: string | undefined } {
  if (!query.pageToken) return { size: query.pageSize, after: undefined };
  const token = Token.safeParse(parsed(Buffer.from(query.pageToken, "base64url").toString("utf8")));
  if (!token.success || token.data.list !== list || token.data.after.includes("\0")) {
    throw invalidPageToken();
  }
  return token.data;
}

/**
 * Returns the index a page starts at and its size, for lists that don't change. Throws InvalidArgument when the token doesn't
 * belong to this list, or when the query's page size differs from the token's.
 */
export function readOffsetPage(
  list: string,
  { pageSize, pageToken }: { pageSize?: number | undefined; pageToken?: string | undefined },
): { size: number; start: number } {
  const { size, after } = readPage(list, { pageSize: pageSize ?? 30, pageToken });
  const start = Number(after ?? 0);
  if (!Number.isSafeInteger(start) || start < 0) throw invalidPageToken();
  if (pageSize !== undefined && pageSize !== size) {
    throw apiError.repohost("InvalidArgument", `pageSize must be ${size}, as on the first page`, "pageSize");
  }
  return { size, start };
}

/** Parses a position that consists of several values. Throws InvalidArgument when it doesn't match the schema. */
export function readPosition<T>(after: string | undefined, form: z.ZodType<T>): T | undefined {
  if (after === undefined) return undefined;
  const position = form.safeParse(parsed(after));
  if (position.success) return position.data;
  throw invalidPageToken();
}

/** Encodes a page token. `list` binds it to one list: its name and parent ids. */
export function pageToken(token: z.infer<typeof Token>): string {
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

/** Returns a page and the next page's token, `""` on the last page. `rows` contains up to one row more than `size`. */
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
