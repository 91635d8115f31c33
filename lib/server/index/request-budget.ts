import type { Clock } from "@/lib/core/clock";

const slowest = 1;
const fastest = 20;
const first = 8;
const step = 0.05;
const maxPauseMs = 5 * 60_000;

/**
 * Rate of the indexer's background requests. It increases while requests succeed, halves when the
 * service returns 429, and pauses for Retry-After.
 */
export class RequestBudget {
  #rate = first;
  #nextAt = 0;
  #pausedUntil = 0;

  constructor(private readonly clock: Clock) {}

  /** Requests a second. */
  get rate(): number {
    return this.#rate;
  }

  /** Milliseconds until requests are allowed again; 0 if they are. */
  get pauseMs(): number {
    return Math.max(0, this.#pausedUntil - this.clock.now());
  }

  /** Reserves a request and returns the delay before it. Requests of users are only delayed by pauses. */
  reserve({ urgent }: { urgent: boolean }): number {
    const now = this.clock.now();
    const earliest = Math.max(now, this.#pausedUntil);
    if (urgent) return earliest - now;
    const at = Math.max(earliest, this.#nextAt);
    this.#nextAt = at + 1_000 / this.#rate;
    return at - now;
  }

  succeeded(): void {
    this.#rate = Math.min(fastest, this.#rate + step);
  }

  tooMany(retryAfterMs: number): void {
    this.#rate = Math.max(slowest, this.#rate / 2);
    this.#pausedUntil = this.clock.now() + Math.min(retryAfterMs, maxPauseMs);
  }
}
