/** The source of time. Tests inject a fake clock, so they don't wait. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls back once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref?.();
    return () => clearTimeout(timer);
  },
};

/** Unix milliseconds as the ISO 8601 UTC text of both specifications. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
