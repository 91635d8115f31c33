import * as oauth from "oauth4webapi";
import { FairSemaphore } from "@/lib/core/concurrency/fair-semaphore";

/** Tokens are refreshed this long before they expire. */
export const refreshMarginMs = 60_000;

/** A refresh holds a database connection while it waits for another server, so there are few, and owners share them. */
const permits = new FairSemaphore({ limit: 4, maxWaiting: 256 });

/**
 * Returns a function that runs the refresh of a connection's tokens. Concurrent calls for a connection share one. Rejects with
 * `TooManyWaiting` if too many wait.
 */
export function createRefreshes<T>(): (
  connection: { id: string; owner: string },
  refresh: () => Promise<T>,
) => Promise<T> {
  const running = new Map<string, Promise<T>>();
  return ({ id, owner }, refresh) => {
    const known = running.get(id);
    if (known) return known;
    const started = permits.run(owner, refresh).finally(() => running.delete(id));
    running.set(id, started);
    return started;
  };
}

/** Whether an authorization server rejected the refresh token itself, rather than the request for now. */
export const isRejectedGrant = (error: unknown): boolean =>
  error instanceof oauth.ResponseBodyError && error.error === "invalid_grant";
