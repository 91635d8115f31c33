import "server-only";
import { actingUserHeader } from "@/lib/contract/acting-user-header";
import { readErrorBody } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import { addTraceHeaders } from "@/lib/core/tracing/tracing";
import type { Acting, Service } from "./service";
import { serviceUrl } from "./service-address";
import { upstreamDurations } from "./upstream-durations";
import { CredentialsMissingError, UpstreamError } from "./upstream-error";

/** Response timeout. */
export const requestTimeoutMs = 30_000;

export const unreachable = {
  status: 502,
  code: "upstream_unreachable",
  message: "Couldn't reach the service. It may be starting or stopped.",
} as const;

const timedOut = {
  status: 504,
  code: "upstream_timeout",
  message: "The service didn't respond in time.",
} as const;

export interface UpstreamRequest {
  /** Encoded path with its query, as in the contract. */
  path: string;
  requestId: string;
  /** Sent in addition to `authorization` and `x-request-id`. */
  headers?: HeadersInit;
  body?: BodyInit | undefined;
  /** The user the call is made for, if any. */
  acting?: Acting | undefined;
  /** Ends the request early: the promise rejects with whatever `fetch` throws then. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until `read` must be done; unlimited when absent. */
  timeoutMs?: number;
}

/**
 * Sends a request to an operation of the service and hands the response, regardless of its status, to `read`. Redirects are
 * not followed. Throws {@link UpstreamError} when there is no credential, no connection or no response in time.
 */
export async function upstreamRequest<T>(
  service: Service,
  operation: Operation,
  request: UpstreamRequest,
  read: (response: Response) => T | Promise<T>,
): Promise<T> {
  const { path, requestId, body, acting, signal, timeoutMs } = request;
  const limit = deadline(service.clock, timeoutMs);
  const started = service.clock.now();
  try {
    const headers = new Headers(request.headers);
    headers.set("authorization", await service.credentials.authorization(operation, acting));
    headers.set("x-request-id", requestId);
    addTraceHeaders(headers);
    // Limits on agents apply to the user, not to a shared key.
    if (operation.family === "agents" && acting && isHeaderText(acting.user.email))
      headers.set(actingUserHeader, acting.user.email);
    const response = await fetch(serviceUrl(service.address, operation.family, path), {
      method: operation.method,
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      cache: "no-store",
      redirect: "manual",
    });
    const labels = { family: operation.family, method: operation.method, status: response.status };
    upstreamDurations().observe(labels, (service.clock.now() - started) / 1_000);
    if (response.status === 401 && acting) service.credentials.rejected?.(operation, acting);
    return await read(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw convertError(error, limit.signal.aborted, requestId);
  } finally {
    limit.cancel();
  }
}

const isHeaderText = (text: string) => /^[\x21-\x7e]+$/.test(text);

/** A signal that aborts after `ms`, or never. `cancel` stops the timer. */
export function deadline(clock: Clock, ms?: number): { signal: AbortSignal; cancel(): void } {
  const controller = new AbortController();
  const cancel = ms === undefined ? () => {} : clock.after(ms, () => controller.abort());
  return { signal: controller.signal, cancel };
}

/** Errors of connections that were never established. */
const neverConnected: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Converts an error of a request or of reading its response. */
export function convertError(error: unknown, hasTimedOut: boolean, requestId: string): UpstreamError {
  if (error instanceof CredentialsMissingError) {
    const { status, message } = error;
    return new UpstreamError({ status, code: "credentials_missing", message, requestId, neverSent: true });
  }
  // The call that fetches the credential failed.
  if (error instanceof UpstreamError) return new UpstreamError({ ...error, message: error.message, neverSent: true });
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const neverSent = cause !== undefined && "code" in cause && neverConnected.has(cause.code);
  return new UpstreamError({ ...(hasTimedOut ? timedOut : unreachable), requestId, neverSent });
}

/** `Retry-After` in milliseconds; neither specification uses its date form. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  return value !== null && /^[0-9]{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

/** Converts an error response to an error. `body` is its parsed JSON, or anything else. */
export function toUpstreamError(response: Response, body: unknown, requestId: string): UpstreamError {
  const status = response.status >= 400 ? response.status : 502;
  const read = readErrorBody(body) ?? {
    code: "upstream_error",
    message: `The service responded with ${response.status}.`,
  };
  return new UpstreamError({
    status,
    ...read,
    requestId: response.headers.get("x-request-id") ?? requestId,
    retryAfterMs: retryAfterMs(response.headers),
  });
}
