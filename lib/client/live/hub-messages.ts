import type { LiveFrame, Subject, SubjectState } from "@/lib/model/live/protocol";
import type { ResumePoint } from "@/lib/model/live/resume-point";

/** A tab's messages to the hub, which runs the browser's one connection. */
export type ToHub =
  | { kind: "watch"; subject: Subject; resume: ResumePoint }
  | { kind: "leave"; subject: Subject }
  | { kind: "retry"; subject: Subject }
  /** The tab is visible or online again. */
  | { kind: "wake" }
  /** The tab's heartbeat. */
  | { kind: "heartbeat" }
  | { kind: "bye" };

/** The hub's messages to a tab. `receivedAt` is when a byte was last received, absent without a connection. */
export type FromHub =
  | { kind: "frames"; frames: readonly LiveFrame[] }
  | { kind: "states"; states: readonly (readonly [Subject, SubjectState])[] }
  | { kind: "beat"; receivedAt: number | undefined };

/** Interval of the heartbeats between hub and tabs. */
export const heartbeatMs = 5_000;
/** The hub is lost after three missed heartbeats. Tabs get longer, because a hidden tab's timers may run only once a minute. */
export const hubTimeoutMs = 3 * heartbeatMs;
export const tabTimeoutMs = 150_000;
