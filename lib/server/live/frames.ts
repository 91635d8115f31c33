import type { RunEvent, SubjectState } from "@/lib/model/live/protocol";

/** A batch to send. Small pieces are strings, encoded together; a large one is encoded once for all viewers. */
export type Piece = string | Uint8Array;

const encoder = new TextEncoder();

export const opening = encoder.encode(": ok\n\n");
export const beat = ": beat\n\n";

/** The data text is forwarded unchanged, so numbers keep all their digits. */
export function frameText(subject: string, { id, event, data }: RunEvent): string {
  const identity = id === undefined ? "" : `"id":${JSON.stringify(id)},`;
  const head = `event: frame\ndata: {"subject":${JSON.stringify(subject)},${identity}"event":`;
  // Joining copies the text, so it doesn't retain the stream chunk it was sliced from.
  return [head, JSON.stringify(event), ',"data":', data, "}\n\n"].join("");
}

export function frameBytes(subject: string, event: RunEvent): Uint8Array {
  return encoder.encode(frameText(subject, event));
}

export function stateText(subject: string, { state, message }: SubjectState): string {
  return `event: state\ndata: ${JSON.stringify({ subject, state, message })}\n\n`;
}
