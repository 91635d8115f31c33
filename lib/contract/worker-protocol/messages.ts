import type { z } from "zod";
import { firstProblem } from "../errors";
import { maxMessageBytes } from "./limits";

/** The peer violated the protocol; the connection is closed with this reason. */
export class ProtocolViolation extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProtocolViolation";
  }
}

/** Parses a message. Throws {@link ProtocolViolation} when it is too large, not JSON or doesn't match the schema. */
export function readMessage<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  if (text.length > maxMessageBytes) throw new ProtocolViolation(`message exceeds ${maxMessageBytes} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProtocolViolation("message is not valid JSON");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { field, message } = firstProblem(parsed.error);
  const type = typeof value === "object" && value !== null && "type" in value ? String(value.type).slice(0, 40) : "?";
  throw new ProtocolViolation(`message "${type}": ${field || "it"} ${message}`);
}

/** The newest version both sides support. */
export function commonVersion(ours: readonly number[], theirs: readonly number[]): number | undefined {
  return ours.find((version) => theirs.includes(version));
}

/** A close reason, truncated to what a WebSocket can carry. */
export function closeReason(text: string): string {
  let reason = text;
  while (new TextEncoder().encode(reason).length > 120) reason = reason.slice(0, -1);
  return reason;
}
