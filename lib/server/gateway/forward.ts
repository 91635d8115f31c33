import type { Operation } from "@/lib/contract/operation";
import { bypassHeader, declinedBypass, parseBypassReason } from "@/lib/contract/rule-bypass-header";
import { maskedRelay } from "@/lib/server/live/masked-relay";
import { createMasker, maskedResponse } from "@/lib/server/upstream/client/masked-response";
import type { Acting, Service } from "@/lib/server/upstream/client/service";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import { convertError, requestTimeoutMs, upstreamRequest } from "@/lib/server/upstream/client/upstream-request";
import type { ApiError } from "./api-error";
import { eventStreamHeaders, relayEvents } from "./relay-stream";

export interface Forwarded {
  operation: Operation;
  /** The encoded path after the dashboard's prefix, and the query with its `?`, unchanged. */
  path: string;
  search: string;
  bytes: Buffer<ArrayBuffer> | undefined;
  /** Headers the browser sent. */
  headers: Headers;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  requestId: string;
  /** The signed-in user. */
  acting: Acting;
  shutdown: AbortSignal;
}

/** The result of a call: the response to relay, or the failure. */
export type Outcome = { status: number; response: Response } | { status: number; error: ApiError };

const megabyte = 1024 * 1024;
const forwardedHeaders = ["content-type", "idempotency-key", "last-event-id"];
const relayedHeaders =
  /^(?:content-type|x-request-id|retry-after|x-ratelimit-.+|x-[a-z0-9]+-stream-retention-seconds)$/;

/** Makes a validated call and prepares its response for the browser. */
export async function forward(service: Service, call: Forwarded): Promise<Outcome> {
  const { operation } = call;
  // A write completes even if the browser disconnects, so the audit log has its outcome.
  const leaving = operation.method === "GET" ? [call.signal] : [];
  const request = {
    path: call.path + call.search,
    requestId: call.requestId,
    headers: headersOf(call),
    body: call.bytes,
    acting: call.acting,
    signal: AbortSignal.any([...leaving, ...(operation.stream ? [call.shutdown] : [])]),
    timeoutMs: timeoutFor(call.bytes),
  };
  let response: Response;
  try {
    response = await upstreamRequest(service, operation, request, (response) => response);
  } catch (error) {
    const failure = error instanceof UpstreamError ? error : convertError(error, false, call.requestId);
    const { status, code } = failure;
    return { status, error: { status, code, message: failure.message + consequence(operation, failure) } };
  }
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    const message = "The service responded with a redirect, which isn't followed. Check its URL.";
    return { status: 502, error: { status: 502, code: "upstream_redirect", message } };
  }
  return { status: response.status, response: await relay(service, response, call) };
}

function timeoutFor(bytes: Buffer | undefined): number {
  return requestTimeoutMs + Math.ceil((bytes?.length ?? 0) / megabyte) * 1_000;
}

function headersOf({ operation, bytes, headers: requestHeaders }: Forwarded): Headers {
  const headers = new Headers({ accept: operation.stream ? "text/event-stream" : "application/json" });
  if (operation.stream) headers.set("accept-encoding", "identity");
  for (const name of forwardedHeaders) {
    const value = requestHeaders.get(name);
    if (value !== null && (name !== "content-type" || bytes)) headers.set(name, value);
  }
  if (operation.family === "repohost" && operation.method !== "GET") {
    // Rules apply to a user who hasn't chosen to bypass them with a reason.
    const choice = requestHeaders.get(bypassHeader) ?? "";
    headers.set(bypassHeader, parseBypassReason(choice) === undefined ? declinedBypass : choice);
  }
  return headers;
}

/** What a call without a response changed, and what to do next. */
function consequence({ method }: Operation, { status, neverSent }: UpstreamError): string {
  if (status < 500) return method === "GET" ? "" : " The change wasn't made.";
  if (method === "GET") return " Try again.";
  return neverSent
    ? " The change wasn't made. Try again."
    : " The change may or may not have been made. Check before you retry.";
}

async function relay(service: Service, response: Response, call: Forwarded): Promise<Response> {
  const headers = new Headers({ "x-request-id": call.requestId });
  for (const [name, value] of response.headers) if (relayedHeaders.test(name)) headers.set(name, value);
  headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  // A response opened as a page must not run on the dashboard's origin.
  headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  if (call.operation.stream && response.ok && response.body) {
    for (const [name, value] of Object.entries(eventStreamHeaders)) headers.set(name, value);
    const events = call.operation.masked
      ? maskedRelay(response.body, createMasker(service), service.clock)
      : response.body;
    return new Response(relayEvents(events), { status: response.status, headers });
  }
  if (call.operation.masked && response.ok) {
    return new Response(maskedOr(service, await response.text()), { status: response.status, headers });
  }
  const empty = response.status === 204 || response.status === 205;
  return new Response(empty ? null : response.body, { status: response.status, headers });
}

/** A response that isn't JSON is passed on for the browser to reject. */
function maskedOr(service: Service, text: string): string {
  try {
    return maskedResponse(service, text);
  } catch {
    return createMasker(service).mask(text);
  }
}
