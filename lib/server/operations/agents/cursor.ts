import { z } from "zod";
import type { AgentCursor } from "@/lib/server/db/agent-rows";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";

/** The database doesn't accept NUL in text. */
const part = z.string().refine((text) => !text.includes("\u0000"));
const Cursor = z.tuple([part, part]);

/** Parses a cursor of the agent list. Throws {@link OperationError} for invalid cursors. */
export function readCursor(text: string): AgentCursor {
  try {
    const [createdAt, id] = Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return { createdAt, id };
  } catch {
    const message = "invalid cursor";
    throw new OperationError({ status: 400, code: "validation_error", message, field: "cursor" });
  }
}

export const writeCursor = ({ createdAt, id }: AgentCursor): string =>
  Buffer.from(JSON.stringify([createdAt, id])).toString("base64url");
