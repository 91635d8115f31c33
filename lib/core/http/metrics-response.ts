import { createHash, timingSafeEqual } from "node:crypto";
import type { Registry } from "prom-client";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The metrics, for requests with the token. Returns 404 if no token is configured, and 401 for an invalid one. */
export async function metricsResponse(
  request: Pick<Request, "headers">,
  token: string | undefined,
  registry: Registry,
): Promise<Response> {
  if (token === undefined) return new Response("Set METRICS_TOKEN to serve metrics\n", { status: 404 });
  const authorization = request.headers.get("authorization") ?? "";
  if (!timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))) {
    return new Response("Invalid metrics token\n", { status: 401, headers: { "www-authenticate": "Bearer" } });
  }
  return new Response(await registry.metrics(), {
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  });
}
