import type { Clock } from "@/lib/core/clock";

/** Three missed heartbeats. */
export const silenceMs = 45_000;

/** Ends a connection that has gone silent. */
export class Watchdog {
  readonly #controller = new AbortController();
  #heardAt: number;
  #resting = false;
  #cancel: () => void = () => undefined;
  barked = false;
  /** Aborted on silence, or with the outer signal. */
  readonly signal: AbortSignal;

  constructor(
    private readonly clock: Clock,
    outer: AbortSignal,
  ) {
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
    this.#heardAt = clock.now();
    this.#watch(silenceMs);
  }

  /** Every byte is life. */
  feed(): void {
    this.#heardAt = this.clock.now();
  }

  /** Silence does not count while we are the ones who don't read. */
  async rest(until: void | Promise<void>): Promise<void> {
    if (!until) return;
    this.#resting = true;
    try {
      await until;
    } finally {
      this.#resting = false;
      this.feed();
    }
  }

  stop(): void {
    this.#cancel();
    this.#controller.abort();
  }

  #watch(ms: number): void {
    this.#cancel = this.clock.after(ms, () => {
      if (this.#resting) this.feed();
      const left = this.#heardAt + silenceMs - this.clock.now();
      if (left > 0) return this.#watch(left);
      this.barked = true;
      this.#controller.abort();
    });
  }
}
