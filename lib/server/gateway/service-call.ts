import { readErrorBody } from "@/lib/contract/errors";
import type { Operation, ResponseOf } from "@/lib/contract/operation";
import type { Clock } from "@/lib/core/clock";
import type { Ids } from "@/lib/core/ids";
import { sleep } from "@/lib/core/sleep";
import type { KnownSecrets } from "@/lib/model/masking/known-secrets";
import type { Credentials } from "./credentials";
import { CredentialsMissingError } from "./credentials-missing";
import { UpstreamError } from "./error";
import { isMasked, maskedAnswer } from "./masked-answer";
import { type ServiceAddress, serviceUrl } from "./service-address";

/** A service and all that is needed to call it. */
export interface Service {
  address: ServiceAddress;
  credentials: Credentials;
  clock: Clock;
  ids: Pick<Ids, "uuid">;
  /** Values that no answer and no event may show. */
  secrets?: KnownSecrets;
}

/** How long an answer may take. */
export const requestTimeoutMs = 30_000;
const retryPausesMs = [250, 1_000];
/** A service that asks for a longer pause is believed, and its answer passed on. */
const longestPauseMs = 5_000;

export const unreachable = {
  status: 502,
  code: "upstream_unreachable",
  message: "The service can't be reached. It may be starting, stopped, or behind a broken connection.",
} as const;

export const timedOut = {
  status: 504,
  code: "upstream_timeout",
  message: "The service did not answer in time.",
} as const;

export interface Call {
  /** Encoded path, with its query. */
  path: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  requestId?: string | undefined;
}

/** Calls an operation and parses its answer; see {@link callService} for what it throws. */
export async function callWith<O extends Operation>(service: Service, operation: O, call: Call): Promise<ResponseOf<O>>;
export async function callWith(service: Service, operation: Operation, call: Call): Promise<unknown> {
  const requestId = call.requestId ?? service.ids.uuid();
  const response = await withRetries(service, operation, { ...call, requestId });
  const answer = parsedAnswer(await readAnswer(response, requestId), isMasked(operation) ? service : undefined);
  if (!response.ok) throw refusal(response, answer, requestId);
  const parsed = operation.response.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new UpstreamError({
    status: 502,
    code: "upstream_malformed",
    message: `The service's answer to ${operation.id} does not have the form its specification gives it.`,
    requestId,
  });
}

async function withRetries(
  service: Service,
  operation: Operation,
  call: Call & { requestId: string },
): Promise<Response> {
  for (const pause of operation.method === "GET" ? retryPausesMs : []) {
    const response = await once(service, operation, call);
    const wait = pauseBefore(response, pause);
    if (wait === undefined) return response;
    await response.body?.cancel();
    await sleep(service.clock, wait, call.signal);
    call.signal?.throwIfAborted();
  }
  return once(service, operation, call);
}

/** How long to wait before asking again; `undefined` when the answer stands. */
function pauseBefore(response: Response, pause: number): number | undefined {
  const given = retryAfterMs(response.headers);
  if (response.status === 429) return given !== undefined && given <= longestPauseMs ? given : undefined;
  if (response.status !== 502 && response.status !== 503) return undefined;
  if (given === undefined) return pause;
  return given <= longestPauseMs ? given : undefined;
}

/** `Retry-After` in milliseconds; its date form is not used by either specification. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  return value !== null && /^[0-9]{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

async function once(service: Service, operation: Operation, call: Call & { requestId: string }): Promise<Response> {
  const { requestId, signal } = call;
  const [path = "", query] = call.path.split("?", 2);
  const url = serviceUrl(service.address, operation.family, path, query === undefined ? "" : `?${query}`);
  const timeout = AbortSignal.timeout(requestTimeoutMs);
  try {
    return await fetch(url, {
      method: operation.method,
      headers: {
        accept: "application/json",
        authorization: await service.credentials.authorization(operation),
        "x-request-id": requestId,
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      cache: "no-store",
      redirect: "manual",
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw failureOf(error, timeout.aborted, requestId);
  }
}

export function failureOf(error: unknown, hasTimedOut: boolean, requestId: string): UpstreamError {
  if (error instanceof CredentialsMissingError) {
    const { status, message } = error;
    return new UpstreamError({ status, code: "credentials_missing", message, requestId });
  }
  // A call that had to come first, for a credential, failed.
  if (error instanceof UpstreamError) return error;
  return new UpstreamError({ ...(hasTimedOut ? timedOut : unreachable), requestId });
}

async function readAnswer(response: Response, requestId: string): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw failureOf(error, false, requestId);
  }
}

/** The JSON of an answer, without its secrets when a masking service is given; other text as it is. */
function parsedAnswer(text: string, masking: Service | undefined): unknown {
  try {
    return text === "" ? undefined : JSON.parse(masking ? maskedAnswer(masking, text) : text);
  } catch {
    return text;
  }
}

function refusal(response: Response, body: unknown, requestId: string): UpstreamError {
  const status = response.status >= 400 ? response.status : 502;
  const read = readErrorBody(body) ?? { code: "upstream_error", message: `The service answered ${response.status}.` };
  return new UpstreamError({
    status,
    ...read,
    requestId: response.headers.get("x-request-id") ?? requestId,
    retryAfterMs: retryAfterMs(response.headers),
  });
}
