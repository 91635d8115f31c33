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

const encoder = new TextEncoder();

export const opening = encoder.encode(": ok\n\n");
export const beat = encoder.encode(": beat\n\n");

/** The data text goes out as it came, so numbers keep all their digits. */
export function frameBytes(subject: string, { id, event, data }: RunEvent): Uint8Array {
  const identity = id === undefined ? "" : `"id":${JSON.stringify(id)},`;
  const head = `{"subject":${JSON.stringify(subject)},${identity}"event":${JSON.stringify(event)}`;
  return encoder.encode(`event: frame\ndata: ${head},"data":${data}}\n\n`);
}

export function stateBytes(subject: string, { state, message }: Standing): Uint8Array {
  return encoder.encode(`event: state\ndata: ${JSON.stringify({ subject, state, message })}\n\n`);
}
