import type { LiveFrame, Subject, SubjectState } from "@/lib/model/live/protocol";
import type { ResumePoint } from "@/lib/model/live/resume-point";

/** A source of live subjects: this tab's connection, or one shared by all tabs. */
export interface LiveSource {
  /** Delivers a subject's frames from `resume` on, until the returned function is called. Frames may be delivered twice. */
  watch(subject: Subject, listener: (frame: LiveFrame) => void, resume?: ResumePoint): () => void;
  /** Retries a failed subject. */
  retry(subject: Subject): void;
  stateOf(subject: Subject): SubjectState;
  /** Milliseconds since anything was received on the open stream. */
  silentFor(): number;
  onStateChange(listener: () => void): () => void;
}

/** Clock and timers, replaceable in tests. */
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

/** Longer than one heartbeat. After this silence, a tab that becomes visible reconnects immediately. */
export const staleAfterMs = 12_000;
