import type { Clock } from "@/lib/core/clock";
import { ApiError } from "./api-error";

const windowMs = 60_000;

/** Counts `what` per owner in one-minute windows (contract, section 3 Rate limiting). */
export function createRateLimit(limit: number, clock: Clock, what = "requests"): { charge(owner: string): void } {
  const windows = new Map<string, { start: number; used: number }>();
  return {
    /** Counts one. Throws 429 with the rate limit headers when the limit is exceeded. */
    charge(owner) {
      const now = clock.now();
      const start = now - (now % windowMs);
      const window = windows.get(owner);
      if (!window || window.start !== start) {
        for (const [name, { start: old }] of windows) if (old !== start) windows.delete(name);
        windows.set(owner, { start, used: 1 });
        return;
      }
      if (window.used >= limit) {
        const reset = Math.ceil((start + windowMs - now) / 1000);
        throw new ApiError(
          429,
          "rate_limit_exceeded",
          `Rate limit of ${limit} ${what} per minute exceeded`,
          undefined,
          {
            "retry-after": String(reset),
            "x-ratelimit-limit": String(limit),
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset": String((start + windowMs) / 1000),
          },
        );
      }
      window.used += 1;
    },
  };
}
