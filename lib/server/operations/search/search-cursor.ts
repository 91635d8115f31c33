import { z } from "zod";
import type { SearchPosition } from "@/lib/server/db/search";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";

const Cursor = z.tuple([z.iso.datetime({ precision: 6 }), z.int().nonnegative()]);

/** Parses a cursor of a search. Throws {@link OperationError} for invalid cursors. */
export function readSearchCursor(text: string): SearchPosition {
  try {
    const [at, id] = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return { at, id };
  } catch {
    throw new OperationError({ status: 400, code: "validation_error", message: "invalid cursor", field: "cursor" });
  }
}

export const writeSearchCursor = ({ at, id }: SearchPosition): string =>
  Buffer.from(JSON.stringify([at, id])).toString("base64url");
