import type { LiveFrame, Subject, SubjectState } from "@/lib/model/live/protocol";
import type { ResumePoint } from "@/lib/model/live/resume-point";

/** A source of live subjects: a connection of this tab, or one that all tabs of the browser share. */
export interface LiveSource {
  /** Delivers the frames of a subject, from `resume` on, until the returned function is called. Frames may come twice. */
  watch(subject: Subject, listener: (frame: LiveFrame) => void, resume?: ResumePoint): () => void;
  /** Asks again for a subject that failed. */
  retry(subject: Subject): void;
  stateOf(subject: Subject): SubjectState;
  /** Milliseconds since anything was received on the open stream. */
  silentFor(): number;
  onStateChange(listener: () => void): () => void;
}

/** Time, for what must be tested without waiting. */
export interface Timers {
  now(): number;
  /** Calls back once; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const realTimers: Timers = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/** Silence longer than one heartbeat: a tab that comes back reconnects instead of waiting. */
export const staleAfterMs = 12_000;
