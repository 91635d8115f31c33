import { refuse } from "./refusal";

/** An opaque cursor of a list: where the next page begins. */
export function encodeCursor(list: "agents" | "runs", position: number): string {
  return Buffer.from(`${list}:${position}`).toString("base64url");
}

/** The position a cursor stands for. Throws 400 when it is not one of this list. */
export function decodeCursor(list: "agents" | "runs", cursor: string): number {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [name, digits = ""] = text.split(":");
  if (name !== list || !/^[0-9]{1,15}$/.test(digits) || encodeCursor(list, Number(digits)) !== cursor) {
    throw refuse.field("cursor", "is not a valid cursor");
  }
  return Number(digits);
}
