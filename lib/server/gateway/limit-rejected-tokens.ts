import type { Clock } from "@/lib/core/clock";
import { bearerToken } from "@/lib/server/auth/api-token";
import { createFailedRequestLimit } from "@/lib/server/failed-requests";
import { rejectedToken } from "./api-error";

/** Limits how often an address can send API tokens that are rejected. Requests without a token aren't limited. */
export function limitRejectedTokens(
  clock: Clock,
  perMinute: number,
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  const isRejected = ({ headers }: Response) => headers.get("www-authenticate") === rejectedToken;
  const failures = createFailedRequestLimit(clock, perMinute, isRejected);
  return (request) =>
    bearerToken(request.headers) === undefined ? handle(request) : failures.limit(request, () => handle(request));
}
