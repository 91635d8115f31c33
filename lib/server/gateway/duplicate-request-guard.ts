import type { Clock } from "@/lib/core/clock";

/** Browsers give up on a connection long before. */
const keptMs = 10 * 60_000;
const form = /^[0-9a-f]{32}$/;

/**
 * Knows a write that comes twice. A browser whose connection breaks before the answer sends the same request again by
 * itself, and no script hears of it; an agent launched so would be two.
 */
export function createFirstSights(clock: Clock): (personId: string, attempt: string | null) => boolean {
  const seenAt = new Map<string, number>();
  return (personId, attempt) => {
    if (attempt === null || !form.test(attempt)) return true;
    const now = clock.now();
    // In the order of their coming.
    for (const [key, at] of seenAt) {
      if (at > now - keptMs) break;
      seenAt.delete(key);
    }
    const key = `${personId} ${attempt}`;
    if (seenAt.has(key)) return false;
    seenAt.set(key, now);
    return true;
  };
}
