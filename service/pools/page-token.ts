import { z } from "zod";
import { refuse } from "../core/http/refusal";

const Token = z.strictObject({
  /** The list and filters that issued it. */
  of: z.string().max(1_000),
  /** The last row of the page before: its time, and its id. */
  at: z.number().int(),
  id: z.string().max(1_000),
  /** What every page of the listing repeats. */
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

/** Where a page begins; `undefined` for the first. Throws 400 for a token of another list or of other filters. */
export function readPageToken(of: string, token: string | undefined): PageToken | undefined {
  if (token === undefined) return undefined;
  const read = Token.safeParse(decode(token));
  if (!read.success || read.data.id.includes("\0")) throw refuse.field("pageToken", "is not a token of this list");
  if (read.data.of !== of) throw refuse.field("pageToken", "was issued by a list with other filters");
  return read.data;
}
