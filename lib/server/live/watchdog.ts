import type { Clock } from "@/lib/core/clock";

/** Three missed heartbeats. */
export const silenceMs = 45_000;

/** Aborts a connection that has been silent for {@link silenceMs}. */
export class Watchdog {
  readonly #controller = new AbortController();
  #lastByteAt: number;
  #resting = false;
  #cancel: () => void = () => undefined;
  timedOut = false;
  /** Aborted on silence, or with the outer signal. */
  readonly signal: AbortSignal;

  constructor(
    private readonly clock: Clock,
    outer: AbortSignal,
  ) {
    this.signal = AbortSignal.any([outer, this.#controller.signal]);
    this.#lastByteAt = clock.now();
    this.#watch(silenceMs);
  }

  /** Call when data is received. */
  feed(): void {
    this.#lastByteAt = this.clock.now();
  }

  /** Ignores silence while the reader itself is busy. */
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
      const left = this.#lastByteAt + silenceMs - this.clock.now();
      if (left > 0) return this.#watch(left);
      this.timedOut = true;
      this.#controller.abort();
    });
  }
}
