import { apiError } from "./api-error";

/** Encodes the position of a list's next page as an opaque cursor. */
export function encodeCursor(list: "agents" | "runs", position: number): string {
  return Buffer.from(`${list}:${position}`).toString("base64url");
}

/** Decodes a cursor. Throws 400 when it doesn't belong to this list. */
export function decodeCursor(list: "agents" | "runs", cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [name, digits = ""] = text.split(":");
  if (name !== list || !/^[0-9]{1,15}$/.test(digits) || encodeCursor(list, Number(digits)) !== cursor) {
    throw apiError.field("cursor", "is not a cursor for this list");
  }
  return Number(digits);
}
