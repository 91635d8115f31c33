import { type Clock, systemClock } from "@/lib/core/clock";

/** The system's clock, which can be moved on: what was to happen in the time that is skipped happens at once. */
export interface SkippingClock extends Clock {
  skip(ms: number): void;
}

export function createSkippingClock(): SkippingClock {
  let ahead = 0;
  const pending = new Map<() => void, number>();
  const now = () => systemClock.now() + ahead;
  return {
    now,
    after(ms, callback) {
      const fire = () => {
        if (!pending.delete(fire)) return;
        stop();
        callback();
      };
      pending.set(fire, now() + ms);
      const stop = systemClock.after(ms, fire);
      return () => {
        pending.delete(fire);
        stop();
      };
    },
    skip(ms) {
      ahead += ms;
      const time = now();
      for (const [fire, at] of [...pending]) if (at <= time) fire();
    },
  };
}
