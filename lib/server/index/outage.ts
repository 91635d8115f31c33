import "server-only";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

/** Errors that would affect every other request. A single resource can fail with any 5xx for as long as it exists. */
export const isOutage = (error: unknown): boolean =>
  error instanceof UpstreamError && (error.neverSent || error.status === 429 || error.code === "upstream_unreachable");

/** Answers that stay the same until someone changes access or the service. */
export const isDenied = (error: unknown): boolean =>
  error instanceof UpstreamError && [401, 403, 404, 501].includes(error.status);
