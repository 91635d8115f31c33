import { ProtocolViolation } from "./messages";

/** The worker's send window for one run. All fields count frames from the start of the run. */
export interface SendWindow {
  /** Frames available to send. */
  readonly kept: number;
  /** Frames sent on the current connection. */
  readonly sent: number;
  /** Frames the service has confirmed storing. */
  readonly acknowledged: number;
}

export const emptyWindow: SendWindow = { kept: 0, sent: 0, acknowledged: 0 };

export function afterKeeping(window: SendWindow, count: number): SendWindow {
  return { ...window, kept: window.kept + count };
}

export function afterSending(window: SendWindow, count: number): SendWindow {
  return { ...window, sent: Math.min(window.kept, window.sent + count) };
}

/** Throws {@link ProtocolViolation} when more is acknowledged than was sent. An old acknowledgement changes nothing. */
export function afterAcknowledgement(window: SendWindow, through: number): SendWindow {
  if (through > window.sent) throw new ProtocolViolation(`acknowledged ${through} of ${window.sent} sent frames`);
  return { ...window, acknowledged: Math.max(window.acknowledged, through) };
}

/**
 * The window after a reconnect, when the service reports how many frames it has stored: later ones are sent again.
 * Throws {@link ProtocolViolation} when it reports frames that don't exist, or fewer than it acknowledged.
 */
export function afterWelcome(window: SendWindow, stored: number): SendWindow {
  if (stored > window.kept)
    throw new ProtocolViolation(`the service reported ${stored} frames, but only ${window.kept} exist`);
  if (stored < window.acknowledged) {
    throw new ProtocolViolation(`the service reported ${stored} frames after acknowledging ${window.acknowledged}`);
  }
  return { kept: window.kept, sent: stored, acknowledged: stored };
}

/**
 * The service's side: `stored` frames of a run are stored, and `count` arrive starting at sequence `first`.
 * Returns how many of them are duplicates, or that frames are missing in between.
 */
export function repeatedFrames(stored: number, first: number, count: number): number | "gap" {
  if (first > stored + 1) return "gap";
  return Math.min(count, stored + 1 - first);
}
