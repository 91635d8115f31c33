import { z } from "zod";

/** One thing to watch: `run:<agentId>:<runId>`. */
export type Subject = string;

export function runSubject(agentId: string, runId: string): Subject {
  return `run:${agentId}:${runId}`;
}

/** An event of the run stream, as the live channel relays it. */
export const LiveFrame = z.object({
  subject: z.string(),
  id: z.string().optional(),
  event: z.string(),
  data: z.unknown().optional(),
});
export type LiveFrame = z.infer<typeof LiveFrame>;

export const LiveState = z.object({
  subject: z.string(),
  state: z.enum(["connecting", "live", "reconnecting", "ended", "expired", "failed"]),
  message: z.string().optional(),
});

export interface SubjectState {
  state: z.infer<typeof LiveState>["state"];
  message?: string | undefined;
}

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
