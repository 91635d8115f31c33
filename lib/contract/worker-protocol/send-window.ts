import { ProtocolViolation } from "./messages";

/** The worker's side of sequence numbers: how far one run's frames have come. Each is a count from the run's begin. */
export interface SendWindow {
  /** Frames that are there to be sent. */
  readonly kept: number;
  /** Of these, handed to the connection that is open. */
  readonly sent: number;
  /** Of these, known to be stored by the service. */
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
 * A new connection is open, and the service told how many frames it has stored: what comes after them is sent again.
 * Throws {@link ProtocolViolation} when it claims frames that were never made, or no longer has what it acknowledged.
 */
export function afterWelcome(window: SendWindow, stored: number): SendWindow {
  if (stored > window.kept) throw new ProtocolViolation(`the service has ${stored} frames of ${window.kept}`);
  if (stored < window.acknowledged) {
    throw new ProtocolViolation(`the service has ${stored} frames and acknowledged ${window.acknowledged}`);
  }
  return { kept: window.kept, sent: stored, acknowledged: stored };
}

/**
 * The service's side of sequence numbers: `stored` frames of a run are stored, and `count` come from sequence `first` on.
 * Answers how many of them are stored already and are dropped, or that frames are missing in between.
 */
export function repeatedFrames(stored: number, first: number, count: number): number | "gap" {
  if (first > stored + 1) return "gap";
  return Math.min(count, stored + 1 - first);
}
