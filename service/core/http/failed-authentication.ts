import { createHash } from "node:crypto";
import { familyOf } from "@/lib/contract/family";
import type { Clock } from "@/lib/core/clock";
import { FailureBudget, isLoopback } from "@/lib/core/failure-budget";
import { RecentMap } from "@/lib/core/recent-map";
import { ApiError } from "./api-error";
import { errorBody } from "./error-body";
import type { Route } from "./server";

const maxAccepted = 10_000;

export interface FailedAuthenticationLimit {
  /** Call with credentials that were accepted: they work above the limit. */
  accept(authorization: string): void;
  /** Limits the requests of a route. */
  limit(route: Route): Route;
}

/**
 * Limits how often a network address can present credentials that are rejected. Above the limit, requests with credentials
 * that weren't accepted before get 429 without being looked up. Loopback isn't limited: the dashboard, runs and a reverse
 * proxy share it, and one client behind the proxy would block all the others.
 */
export function createFailedAuthenticationLimit(clock: Clock, perMinute: number): FailedAuthenticationLimit {
  const failures = new FailureBudget(clock, perMinute);
  const accepted = new RecentMap<string, true>(maxAccepted);
  const digest = (authorization: string) => createHash("sha256").update(authorization).digest("base64");

  return {
    accept: (authorization) => accepted.set(digest(authorization), true),
    limit: (route) => async (request, rawPath, rawQuery, requestId, client) => {
      const authorization = request.headers.get("authorization");
      if (authorization === null || isLoopback(client)) {
        return route(request, rawPath, rawQuery, requestId, client);
      }
      const retryAfter = failures.waitSeconds(client);
      if (retryAfter > 0 && !accepted.has(digest(authorization))) {
        const error = new ApiError(429, "rate_limit_exceeded", "Too many requests with invalid credentials");
        return Response.json(errorBody(familyOf(rawPath), error, requestId), {
          status: 429,
          headers: { "retry-after": String(retryAfter) },
        });
      }
      const response = await route(request, rawPath, rawQuery, requestId, client);
      if (response.status === 401) {
        accepted.delete(digest(authorization));
        failures.spend(client);
      }
      return response;
    },
  };
}
