import "server-only";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";

/** Errors that would affect every other request. */
export const isOutage = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  error.code !== "upstream_malformed" &&
  (error.status === 429 || error.status >= 500);
