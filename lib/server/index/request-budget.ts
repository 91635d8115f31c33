import type { Clock } from "@/lib/core/clock";

const slowest = 1;
const fastest = 20;
const first = 8;
const step = 0.05;
const longestPauseMs = 5 * 60_000;

/**
 * How many requests a second the index makes on its own account. It grows while the service answers, halves when the
 * service says it is too many, and pauses for as long as the service requests.
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

  /** Milliseconds until requests may be made again; 0 when they may. */
  get pauseMs(): number {
    return Math.max(0, this.#pausedUntil - this.clock.now());
  }

  /** Reserves a request and answers how long to wait before it. Requests of users are only delayed by pauses. */
  reserve({ urgent }: { urgent: boolean }): number {
    const now = this.clock.now();
    const earliest = Math.max(now, this.#pausedUntil);
    if (urgent) return earliest - now;
    const at = Math.max(earliest, this.#nextAt);
    this.#nextAt = at + 1_000 / this.#rate;
    return at - now;
  }

  answered(): void {
    this.#rate = Math.min(fastest, this.#rate + step);
  }

  tooMany(retryAfterMs: number): void {
    this.#rate = Math.max(slowest, this.#rate / 2);
    this.#pausedUntil = this.clock.now() + Math.min(retryAfterMs, longestPauseMs);
  }
}
