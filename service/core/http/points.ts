import type { Clock } from "@/lib/core/clock";
import type { Principal } from "../principal";
import { ApiError } from "./api-error";

const windowMs = 60_000;

/** A principal's current budget. */
export interface Budget {
  limit: number;
  used: number;
  remaining: number;
  /** End of the window, in Unix seconds. */
  reset: number;
}

/** Points per principal in one-minute windows that start with the first charged request. */
export interface PointBudget {
  /** Charges points. Throws ResourceExhausted (429) with the budget headers when too few are left. */
  charge(principal: Principal, points: number): Budget;
  /** Refunds the cost of a request that was denied. */
  refund(principal: Principal, points: number): void;
  read(principal: Principal): Budget;
}

export interface WithPoints {
  /** Points of the hosting API. */
  points: PointBudget;
}

/** Rate limit headers of a charged response. */
export function budgetHeaders({ limit, used, remaining, reset }: Budget, resource: string): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-used": String(used),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-resource": resource,
  };
}

function ownerOf(principal: Principal): { key: string; what: string } {
  if (principal.kind === "user" || principal.kind === "subToken") {
    return { key: `user ${principal.userId}`, what: "user" };
  }
  if (principal.kind === "serviceAccount") {
    return { key: `account ${principal.serviceAccountId}`, what: "service account" };
  }
  if (principal.kind === "installationUser") return { key: `user ${principal.userId}`, what: "user" };
  if (principal.kind === "installation") {
    return { key: `installation ${principal.installationId}`, what: "installation" };
  }
  if (principal.kind === "app") return { key: `app ${principal.appId}`, what: "app" };
  return principal.kind === "run" ? { key: `run ${principal.runId}`, what: "run" } : { key: "admin", what: "admin" };
}

/** Equal for credentials of the same user, account, app or run. */
export function principalKey(principal: Principal): string {
  return ownerOf(principal).key;
}

/** Apps get ten times a user's points, installations five times (contract, section 3). */
function limitOf(principal: Principal, limit: number): number {
  if (principal.kind === "app") return limit * 10;
  return principal.kind === "installation" ? limit * 5 : limit;
}

/** `userLimit` is the limit per minute of a user or service account. */
export function createPointBudget(resource: string, userLimit: number, clock: Clock): PointBudget {
  const windows = new Map<string, { start: number; used: number }>();

  function windowOf(key: string): { start: number; used: number } {
    const now = clock.now();
    const current = windows.get(key);
    if (current && now - current.start < windowMs) return current;
    for (const [name, { start }] of windows) if (now - start >= windowMs) windows.delete(name);
    return { start: now, used: 0 };
  }

  const budgetOf = ({ start, used }: { start: number; used: number }, limit: number): Budget => ({
    limit,
    used,
    remaining: limit - used,
    reset: Math.ceil((start + windowMs) / 1000),
  });

  return {
    charge(principal, points) {
      const { key, what } = ownerOf(principal);
      const limit = limitOf(principal, userLimit);
      const window = windowOf(key);
      if (window.used + points > limit) {
        const wait = Math.max(1, Math.ceil((window.start + windowMs - clock.now()) / 1000));
        const message = `Rate limit exceeded: ${limit} points per minute for this ${what}. Retry after ${wait}s.`;
        throw new ApiError(429, "ResourceExhausted", message, undefined, {
          "retry-after": String(wait),
          ...budgetHeaders({ ...budgetOf(window, limit), remaining: 0 }, resource),
        });
      }
      window.used += points;
      if (points > 0) windows.set(key, window);
      return budgetOf(window, limit);
    },
    refund(principal, points) {
      const window = windows.get(ownerOf(principal).key);
      if (window) window.used = Math.max(0, window.used - points);
    },
    read: (principal) => budgetOf(windowOf(ownerOf(principal).key), limitOf(principal, userLimit)),
  };
}
