/** One thing to watch: `run:<agentId>:<runId>`, `queue`, `queue:<pool>`, or `hosting`. */
export type Subject = string;

export function runSubject(agentId: string, runId: string): Subject {
  return `run:${agentId}:${runId}`;
}

/** The queue of pending requests, of one pool or of all. */
export function queueSubject(pool?: string): Subject {
  return pool === undefined ? "queue" : `queue:${encodeURIComponent(pool)}`;
}

/** What changes in repositories. */
export const hostingSubject: Subject = "hosting";

/** An event of the run stream, as the live channel relays it. */
export interface LiveFrame {
  subject: Subject;
  id?: string | undefined;
  event: string;
  data?: unknown;
}

export const subjectStates = ["connecting", "live", "reconnecting", "ended", "expired", "failed"] as const;

export interface SubjectState {
  state: (typeof subjectStates)[number];
  message?: string | undefined;
}

/** Silence that is already longer than one heartbeat: when the tab comes back it is not waited out. */
export const suspiciousMs = 12_000;

/** The states after which the service sends nothing more for a subject. */
export function isOver({ state }: SubjectState): boolean {
  return state === "ended" || state === "expired" || state === "failed";
}

export interface Watched {
  subject: Subject;
  resumeAfter: string | undefined;
}

export function liveAddress(path: string, watched: readonly Watched[]): string {
  const query = watched.map(({ subject, resumeAfter }) => {
    const given = resumeAfter === undefined ? subject : `${subject}@${encodeURIComponent(resumeAfter)}`;
    return `s=${encodeURIComponent(given)}`;
  });
  return `${path}?${query.join("&")}`;
}
