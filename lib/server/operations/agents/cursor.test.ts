import { expect, it } from "vitest";
import { OperationError } from "@/lib/server/gateway/dashboard-operation";
import { readCursor, writeCursor } from "./cursor";

it("accepts its own cursors and rejects all others", () => {
  const cursor = { createdAt: "2026-01-01T00:00:00.000Z", id: "bc-ü" };
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  const nul = writeCursor({ ...cursor, id: "a\u0000" });
  for (const text of ["", "x", nul, Buffer.from("[1,2]").toString("base64url")]) {
    expect(() => readCursor(text)).toThrow(OperationError);
  }
});
