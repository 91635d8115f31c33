import "server-only";
import type { Clock } from "@/lib/core/clock";
import { FailureBudget } from "@/lib/core/failure-budget";

/**
 * The network address of a request: the one that the last proxy, or Next.js itself, appended. Empty if unknown. Only a
 * reverse proxy that sets the header makes it reliable; without one, a client can choose it.
 */
export function clientOf(headers: Pick<Headers, "get">): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
}

export interface FailedRequestLimit {
  /** Responds with 429 to a client with too many failed requests; otherwise handles the request. */
  limit(request: Request, handle: () => Promise<Response>): Promise<Response>;
}

/** Limits how often an address can send requests that fail according to `isFailure`. Loopback isn't limited. */
export function createFailedRequestLimit(
  clock: Clock,
  perMinute: number,
  isFailure: (response: Response) => boolean,
): FailedRequestLimit {
  const failures = new FailureBudget(clock, perMinute);
  return {
    async limit(request, handle) {
      const client = clientOf(request.headers);
      const retryAfter = failures.waitSeconds(client);
      if (retryAfter > 0) {
        const error = { code: "rate_limit_exceeded", message: "Too many failed requests. Try again later." };
        return Response.json({ error }, { status: 429, headers: { "retry-after": String(retryAfter) } });
      }
      const response = await handle();
      if (isFailure(response)) failures.spend(client);
      return response;
    },
  };
}
