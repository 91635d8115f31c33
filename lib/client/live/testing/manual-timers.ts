import type { Timers } from "../live-source";

/** Time for tests: it passes when told to. */
export class ManualTimers implements Timers {
  #now = 1_000_000;
  #timers: { at: number; callback: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  pass(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = until;
  }
}
