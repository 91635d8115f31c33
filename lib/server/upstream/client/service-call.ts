import "server-only";
import type { Operation, ResponseOf } from "@/lib/contract/operation";
import { sleep } from "@/lib/core/sleep";
import { maskedResponse } from "./masked-response";
import type { Acting, Service } from "./service";
import { UpstreamError } from "./upstream-error";
import { requestTimeoutMs, retryAfterMs, toUpstreamError, upstreamRequest } from "./upstream-request";

const retryPausesMs = [250, 1_000];
/** For a longer Retry-After, the response is returned instead of retried. */
const maxPauseMs = 5_000;

export interface Call {
  /** Encoded path, with its query. */
  path: string;
  body?: unknown;
  /** The user the call is made for, if any. */
  acting?: Acting | undefined;
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
}

interface ServiceResponse {
  response: Response;
  text: string;
}

/** Calls an operation and parses its response; see {@link callService} for what it throws. */
export async function callWith<O extends Operation>(service: Service, operation: O, call: Call): Promise<ResponseOf<O>>;
export async function callWith(service: Service, operation: Operation, call: Call): Promise<unknown> {
  const requestId = call.requestId ?? service.ids.uuid();
  const { response, text } = await withRetries(service, operation, { ...call, requestId });
  const body = parsedBody(text, operation.masked ? service : undefined);
  if (!response.ok) throw toUpstreamError(response, body, requestId);
  const parsed = operation.response.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new UpstreamError({
    status: 502,
    code: "upstream_malformed",
    message: `The service's response to ${operation.id} doesn't match its specification.`,
    requestId,
  });
}

async function withRetries(
  service: Service,
  operation: Operation,
  call: Call & { requestId: string },
): Promise<ServiceResponse> {
  for (const pauseMs of operation.method === "GET" ? retryPausesMs : []) {
    const result = await once(service, operation, call);
    const wait = pauseBefore(result.response, pauseMs);
    if (wait === undefined) return result;
    await sleep(service.clock, wait, call.signal);
    call.signal?.throwIfAborted();
  }
  return once(service, operation, call);
}

/** How long to wait before the next attempt; `undefined` when the response is final. */
function pauseBefore(response: Response, pauseMs: number): number | undefined {
  const retryMs = retryAfterMs(response.headers);
  if (response.status === 429) return retryMs !== undefined && retryMs <= maxPauseMs ? retryMs : undefined;
  if (response.status !== 502 && response.status !== 503) return undefined;
  if (retryMs === undefined) return pauseMs;
  return retryMs <= maxPauseMs ? retryMs : undefined;
}

function once(service: Service, operation: Operation, call: Call & { requestId: string }): Promise<ServiceResponse> {
  const { path, requestId, acting, signal } = call;
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const headers = { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const request = { path, requestId, headers, body, acting, signal, timeoutMs: requestTimeoutMs };
  return upstreamRequest(service, operation, request, async (response) => ({ response, text: await response.text() }));
}

/** Parses a body as JSON, masked if a service to mask for is passed. Other text is returned unchanged. */
function parsedBody(text: string, masking: Service | undefined): unknown {
  try {
    return text === "" ? undefined : JSON.parse(masking ? maskedResponse(masking, text) : text);
  } catch {
    return text;
  }
}
