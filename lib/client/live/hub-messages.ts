import type { LiveFrame, Subject, SubjectState } from "@/lib/model/live/protocol";
import type { ResumePoint } from "@/lib/model/live/resume-point";

/** What a tab sends to the hub, which holds the browser's one connection. */
export type ToHub =
  | { kind: "watch"; subject: Subject; resume: ResumePoint }
  | { kind: "leave"; subject: Subject }
  | { kind: "retry"; subject: Subject }
  /** The tab is visible again, or the network is back. */
  | { kind: "wake" }
  /** The tab is still there. */
  | { kind: "here" }
  | { kind: "bye" };

/** What the hub sends to a tab. `heardAt`: when a byte was last received, absent without a connection. */
export type FromHub =
  | { kind: "frames"; frames: readonly LiveFrame[] }
  | { kind: "states"; states: readonly (readonly [Subject, SubjectState])[] }
  | { kind: "beat"; heardAt: number | undefined };

/** Interval of the heartbeat between hub and tabs. */
export const beatMs = 5_000;
/** Three missed beats: the other side is gone. A hidden tab's timers may run once a minute, so tabs get longer. */
export const hubLostMs = 3 * beatMs;
export const tabLostMs = 150_000;
