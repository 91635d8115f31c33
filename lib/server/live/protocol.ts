/** How a subject's stream stands, as its viewers are told. The last three are final. */
export type LiveState = "connecting" | "live" | "reconnecting" | "ended" | "expired" | "failed";

export interface Standing {
  state: LiveState;
  message?: string;
}

export function isFinal(state: LiveState): boolean {
  return state === "ended" || state === "expired" || state === "failed";
}

/** An event of a run stream; `data` is JSON text in one line. */
export interface RunEvent {
  id: string | undefined;
  event: string;
  data: string;
}

/** What is sent at once. Small pieces are texts, which travel encoded together; a large one for many viewers is encoded once. */
export type Piece = string | Uint8Array;

const encoder = new TextEncoder();

export const opening = encoder.encode(": ok\n\n");
export const beat = ": beat\n\n";

/** The data text goes out as it came, so numbers keep all their digits. */
export function frameText(subject: string, { id, event, data }: RunEvent): string {
  const identity = id === undefined ? "" : `"id":${JSON.stringify(id)},`;
  const head = `event: frame\ndata: {"subject":${JSON.stringify(subject)},${identity}"event":`;
  // Joined, a text is one piece of memory and holds on to nothing of the stream it was cut from.
  return [head, JSON.stringify(event), ',"data":', data, "}\n\n"].join("");
}

export function frameBytes(subject: string, event: RunEvent): Uint8Array {
  return encoder.encode(frameText(subject, event));
}

export function stateText(subject: string, { state, message }: Standing): string {
  return `event: state\ndata: ${JSON.stringify({ subject, state, message })}\n\n`;
}
