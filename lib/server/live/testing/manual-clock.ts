import type { Clock } from "@/lib/core/clock";

/** A clock for tests: time passes when told to. */
export class ManualClock implements Clock {
  #now = 1_700_000_000_000;
  #timers = new Set<{ at: number; callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** How many callbacks are due within `ms`. */
  dueWithin(ms: number): number {
    return [...this.#timers].filter((timer) => timer.at <= this.#now + ms).length;
  }

  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const next = [...this.#timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = until;
  }
}
