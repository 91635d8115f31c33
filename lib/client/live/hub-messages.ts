import type { LiveFrame, Subject, SubjectState } from "@/lib/model/live/protocol";
import type { ResumePoint } from "@/lib/model/live/resume-point";

/** What a tab tells the hub that holds the browser's one connection. */
export type ToHub =
  | { kind: "watch"; subject: Subject; resume: ResumePoint }
  | { kind: "leave"; subject: Subject }
  | { kind: "retry"; subject: Subject }
  /** The tab is visible again, or the network is back. */
  | { kind: "wake" }
  /** The tab is still there. */
  | { kind: "here" }
  | { kind: "bye" };

/** What the hub tells a tab. `heardAt`: when a byte last came in, absent while there is no connection. */
export type FromHub =
  | { kind: "frames"; frames: readonly LiveFrame[] }
  | { kind: "states"; states: readonly (readonly [Subject, SubjectState])[] }
  | { kind: "beat"; heardAt: number | undefined };

/** Hub and tabs tell each other that often that they are there. */
export const beatMs = 5_000;
/** Three missed beats: the other is gone. A hidden tab's timers may be slowed to one a minute, so tabs get longer. */
export const hubLostMs = 3 * beatMs;
export const tabLostMs = 150_000;
