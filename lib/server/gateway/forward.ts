import { streamRun } from "@/lib/contract/agents/stream-run";
import type { Operation } from "@/lib/contract/operation";
import { maskedRelay } from "@/lib/server/live/masked-relay";
import type { Acting } from "./acting/person-tokens";
import { UpstreamError } from "./error";
import { isMasked, maskedAnswer, maskerOf } from "./masked-answer";
import type { Refusal } from "./refusal";
import { eventStreamHeaders, relayEvents } from "./relay-stream";
import { serviceUrl } from "./service-address";
import { failureOf, requestTimeoutMs, type Service } from "./service-call";

export interface Forwarded {
  operation: Operation;
  /** The encoded path behind the dashboard's prefix, and the query with its `?`, as they came. */
  path: string;
  search: string;
  bytes: Buffer<ArrayBuffer> | undefined;
  /** What the browser sent. */
  headers: Headers;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
  requestId: string;
  /** Who acts, where the call is about a repository. */
  acting?: Acting | undefined;
  shutdown: AbortSignal;
}

/** How a call ended: the answer to relay, or why there is none. */
export type Outcome = { status: number; response: Response } | { status: number; refusal: Refusal };

const megabyte = 1024 * 1024;
const forwardedHeaders = ["content-type", "idempotency-key", "last-event-id"];
const relayedHeaders =
  /^(?:content-type|x-request-id|retry-after|x-ratelimit-.+|x-[a-z0-9]+-stream-retention-seconds)$/;

/** Errors of connections that were never made: the service can't have seen the call. */
const neverConnected: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Makes a checked call and prepares its answer for the browser. */
export async function forward(service: Service, call: Forwarded): Promise<Outcome> {
  const { operation } = call;
  // A write runs to its end even when the browser leaves: the audit log must know how it went.
  const leaving = operation.method === "GET" ? [call.signal] : [];
  const timeout = new AbortController();
  const cancelTimeout = service.clock.after(timeoutFor(call.bytes), () => timeout.abort());
  let answer: Response;
  try {
    answer = await fetch(serviceUrl(service.address, operation.family, call.path, call.search), {
      method: operation.method,
      headers: await headersFor(service, call),
      body: call.bytes,
      signal: AbortSignal.any([...leaving, timeout.signal, ...(operation.stream ? [call.shutdown] : [])]),
      cache: "no-store",
      redirect: "manual",
    });
  } catch (error) {
    const { status, code, message } = failureOf(error, timeout.signal.aborted, call.requestId);
    const refusal = { status, code, message: `${message} ${consequence(operation, error, code)}` };
    return { status, refusal };
  } finally {
    cancelTimeout();
  }
  if (answer.status === 401 && call.acting) service.credentials.refused?.(operation, call.acting);
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    const message = "The service answered with a redirect, which is not followed. Check its address.";
    return { status: 502, refusal: { status: 502, code: "upstream_redirect", message } };
  }
  return { status: answer.status, response: await relay(service, answer, call) };
}

function timeoutFor(bytes: Buffer | undefined): number {
  return requestTimeoutMs + Math.ceil((bytes?.length ?? 0) / megabyte) * 1_000;
}

async function headersFor(service: Service, call: Forwarded): Promise<Headers> {
  const { operation } = call;
  const headers = new Headers({
    accept: operation.stream ? "text/event-stream" : "application/json",
    authorization: await service.credentials.authorization(operation, call.acting),
    "x-request-id": call.requestId,
  });
  if (operation.stream) headers.set("accept-encoding", "identity");
  for (const name of forwardedHeaders) {
    const value = call.headers.get(name);
    if (value !== null && (name !== "content-type" || call.bytes)) headers.set(name, value);
  }
  return headers;
}

function consequence(operation: Operation, error: unknown, code: string): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const causeCode = cause && "code" in cause ? cause.code : undefined;
  const neverMade = code === "credentials_missing" || error instanceof UpstreamError;
  if (operation.method === "GET" || neverMade || neverConnected.has(causeCode)) {
    return "Nothing was changed.";
  }
  return "It is not known whether the change was made: look before trying again.";
}

async function relay(service: Service, answer: Response, call: Forwarded): Promise<Response> {
  const headers = new Headers({ "x-request-id": call.requestId });
  for (const [name, value] of answer.headers) if (relayedHeaders.test(name)) headers.set(name, value);
  headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  // An answer opened as a page must not run as one of ours.
  headers.set("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox");
  if (call.operation.stream && answer.ok && answer.body) {
    for (const [name, value] of Object.entries(eventStreamHeaders)) headers.set(name, value);
    const events =
      call.operation.id === streamRun.id ? maskedRelay(answer.body, maskerOf(service), service.clock) : answer.body;
    return new Response(relayEvents(events), { status: answer.status, headers });
  }
  if (isMasked(call.operation) && answer.ok) {
    return new Response(maskedOr(service, await answer.text()), { status: answer.status, headers });
  }
  const empty = answer.status === 204 || answer.status === 205;
  return new Response(empty ? null : answer.body, { status: answer.status, headers });
}

/** An answer that is no JSON holds nothing to read, and is passed on for the browser to refuse. */
function maskedOr(service: Service, text: string): string {
  try {
    return maskedAnswer(service, text);
  } catch {
    return maskerOf(service).mask(text);
  }
}
