import { createHash } from "node:crypto";
import type { Clock } from "@/lib/core/clock";
import { ApiError } from "./api-error";
import { errorBody, familyOf } from "./error-body";
import type { Route } from "./server";

interface Bucket {
  /** Attempts left, as of `at`. */
  left: number;
  at: number;
}

const maxRemembered = 10_000;
const msPerMinute = 60_000;

/** Sets a value as the most recently used one and evicts the oldest. */
function remember<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > maxRemembered) map.delete(map.keys().next().value ?? "");
}

const loopback = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/;

export interface FailedAuthenticationLimit {
  /** Records accepted credentials. They keep working above the limit. */
  accept(authorization: string): void;
  /** Wraps a route with the limit. */
  limit(route: Route): Route;
}

/**
 * Limits rejected credentials per network address. Above the limit, requests with credentials
 * that weren't accepted before get 429 without being looked up. Loopback isn't limited: the dashboard, runs and a reverse
 * proxy share it, and one client behind the proxy would block all the others.
 */
export function createFailedAuthenticationLimit(clock: Clock, perMinute: number): FailedAuthenticationLimit {
  const buckets = new Map<string, Bucket>();
  const accepted = new Map<string, true>();
  const digest = (authorization: string) => createHash("sha256").update(authorization).digest("base64");

  function bucketOf(client: string): Bucket {
    const now = clock.now();
    const known = buckets.get(client) ?? { left: perMinute, at: now };
    const refilled = known.left + ((now - known.at) / msPerMinute) * perMinute;
    return { left: Math.min(perMinute, refilled), at: now };
  }

  return {
    accept: (authorization) => remember(accepted, digest(authorization), true),
    limit: (route) => async (request, rawPath, rawQuery, requestId, client) => {
      const authorization = request.headers.get("authorization");
      if (authorization === null || loopback.test(client)) {
        return route(request, rawPath, rawQuery, requestId, client);
      }
      const { left } = bucketOf(client);
      if (left < 1 && !accepted.has(digest(authorization))) {
        const retryAfter = Math.ceil(((1 - left) / perMinute) * (msPerMinute / 1000));
        const error = new ApiError(429, "rate_limit_exceeded", "Too many requests with invalid credentials");
        return Response.json(errorBody(familyOf(rawPath, "/v1/repohost"), error, requestId), {
          status: 429,
          headers: { "retry-after": String(retryAfter) },
        });
      }
      const response = await route(request, rawPath, rawQuery, requestId, client);
      if (response.status === 401) {
        accepted.delete(digest(authorization));
        // Read again: concurrent requests fail meanwhile.
        const bucket = bucketOf(client);
        remember(buckets, client, { ...bucket, left: Math.max(0, bucket.left - 1) });
      }
      return response;
    },
  };
}
