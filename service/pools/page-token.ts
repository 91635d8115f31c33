import { z } from "zod";
import { apiError } from "../core/http/api-error";

const Token = z.strictObject({
  /** The list and filters that issued it. */
  of: z.string().max(1_000),
  /** Time and id of the previous page's last row. */
  at: z.number().int(),
  id: z.string().max(1_000),
  /** The stream cursor, repeated on every page. */
  cursor: z.string().max(1_000).optional(),
});
export type PageToken = z.infer<typeof Token>;

function decode(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}

export function writePageToken(token: PageToken): string {
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

/** Decodes a page token; undefined for the first page. Throws 400 for a token of another list or other filters. */
export function readPageToken(of: string, token: string | undefined): PageToken | undefined {
  if (token === undefined) return undefined;
  const parsed = Token.safeParse(decode(token));
  if (!parsed.success || parsed.data.id.includes("\0")) throw apiError.field("pageToken", "is not valid for this list");
  if (parsed.data.of !== of) throw apiError.field("pageToken", "was issued for different filters");
  return parsed.data;
}
