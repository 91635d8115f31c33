import { type Clock, systemClock } from "../clock";

/**
 * A clock for tests. Time passes only when a test advances it; with `running`, it also follows the system clock.
 */
export class FakeClock implements Clock {
  readonly #isRunning: boolean;
  #offset: number;
  #timers = new Set<{ at: number; fire: () => void }>();

  constructor({ running = false }: { running?: boolean } = {}) {
    this.#isRunning = running;
    this.#offset = running ? 0 : 1_700_000_000_000;
  }

  readonly now = (): number => (this.#isRunning ? systemClock.now() + this.#offset : this.#offset);

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = {
      at: this.now() + ms,
      fire: () => {
        cancel();
        callback();
      },
    };
    const stop = this.#isRunning ? systemClock.after(ms, timer.fire) : undefined;
    const cancel = () => {
      stop?.();
      this.#timers.delete(timer);
    };
    this.#timers.add(timer);
    return cancel;
  };

  /** The number of timers due within `ms`. */
  dueWithin(ms: number): number {
    const until = this.now() + ms;
    return [...this.#timers].filter(({ at }) => at <= until).length;
  }

  /** Advances the clock by `ms`. Timers fire in order at their times, including ones set during the call. */
  advance(ms: number): void {
    const until = this.now() + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#offset += Math.max(0, next.at - this.now());
      next.fire();
    }
    this.#offset += Math.max(0, until - this.now());
  }
}
