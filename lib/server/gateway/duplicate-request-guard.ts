import type { Clock } from "@/lib/core/clock";

/** Browsers give up on a connection much sooner. */
const retentionMs = 10 * 60_000;
const attemptIdPattern = /^[0-9a-f]{32}$/;

/**
 * Detects repeated writes: the returned function returns `true` for the first request of an attempt. A
 * browser resends a request if the connection breaks before the response, which would launch two agents.
 */
export function createDuplicateRequestGuard(clock: Clock): (userId: string, attempt: string | null) => boolean {
  const seenAt = new Map<string, number>();
  return (userId, attempt) => {
    if (attempt === null || !attemptIdPattern.test(attempt)) return true;
    const now = clock.now();
    // Entries are in insertion order.
    for (const [key, at] of seenAt) {
      if (at > now - retentionMs) break;
      seenAt.delete(key);
    }
    const key = `${userId} ${attempt}`;
    if (seenAt.has(key)) return false;
    seenAt.set(key, now);
    return true;
  };
}
