/** Messages of the live channel, the one event stream of a browser. */

/** The name of a subject: `run:<agentId>:<runId>`, `queue`, `queue:<pool>`, `hosting`, or `health`. */
export type Subject = string;

export const liveStates = ["connecting", "live", "reconnecting", "ended", "expired", "failed"] as const;

/** The state of a subject's stream. The last three are final. */
export type LiveState = (typeof liveStates)[number];

export interface SubjectState {
  state: LiveState;
  message?: string | undefined;
}

/** True for the states after which nothing more is sent for a subject. */
export function isFinal(state: LiveState): boolean {
  return state === "ended" || state === "expired" || state === "failed";
}

/** An event of a run stream; `data` is JSON text in one line. */
export interface RunEvent {
  id: string | undefined;
  event: string;
  data: string;
}

/** An event of a subject as browsers receive it, with its data parsed. */
export interface LiveFrame {
  subject: Subject;
  id?: string | undefined;
  event: string;
  data?: unknown;
}

const simplified: ReadonlySet<string> = new Set(["assistant", "thinking", "tool_call"]);

/** True for the simplified form of an event, which is followed by its full form under the same id. */
export function isSimplified(event: string): boolean {
  return simplified.has(event);
}

/**
 * Identifies an event that has an id among all events of its run: an event and its simplified form share an id, and so
 * do `result` and `done`.
 */
export function eventKey(id: string, event: string): string {
  return `${isSimplified(event) ? "simplified" : event} ${id}`;
}
