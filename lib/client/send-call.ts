import type { CallInput } from "@/lib/contract/call";
import { callPath } from "@/lib/contract/client-path";
import { readErrorBody } from "@/lib/contract/errors";
import type { Operation } from "@/lib/contract/operation";
import { bypassableViolation, bypassHeader, bypassWithReason } from "@/lib/contract/rule-bypass-header";
import { savedVariablesHeader } from "@/lib/contract/saved-variables-header";
import { sessionChallenge } from "@/lib/contract/session-challenge";
import { askForBypass } from "./bypass-prompt";
import { CallError, networkFailure } from "./call-error";
import { setSessionEnded } from "./session-end";

/** Sends a call to the dashboard's proxy and parses the response. Throws {@link CallError} for every failure. */
export async function sendCall(operation: Operation, input: CallInput<Operation>): Promise<unknown> {
  const response = await send(operation, input);
  const body = await readJson(response);
  if (needsSession(response)) setSessionEnded(true);
  if (!response.ok) return bypassOrThrow(operation, input, failureOf(response, body));
  const parsed = operation.response.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new CallError({
    status: response.status,
    code: "unreadable_response",
    message: "Unexpected response from the service.",
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}

/** Repeats a write if the user bypasses the rules that rejected it. Otherwise throws the error. */
async function bypassOrThrow(
  operation: Operation,
  input: CallInput<Operation>,
  rejection: CallError,
): Promise<unknown> {
  const canBypass = rejection.violation === bypassableViolation && input.bypassReason === undefined;
  const bypassReason = canBypass ? await askForBypass(rejection.message) : undefined;
  if (bypassReason === undefined) throw rejection;
  return sendCall(operation, { ...input, bypassReason });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

const needsSession = (response: Response) => response.headers.get("www-authenticate") === sessionChallenge;

function failureOf(response: Response, body: unknown): CallError {
  const read = needsSession(response)
    ? { code: "session_ended", message: "Your session ended. Sign in again." }
    : readErrorBody(body);
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new CallError({
    status: response.status,
    code: read?.code ?? "unknown",
    message: read?.message ?? `The service responded with status ${response.status}.`,
    field: read?.field,
    violation: read?.violation,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** Distinguishes a request the browser retried from a new request with the same content. */
function newAttempt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send(operation: Operation, input: CallInput<Operation>): Promise<Response> {
  const { params, query, body, signal, bypassReason, savedVariables } = input;
  const hasBody = body !== undefined;
  const headers = {
    ...(hasBody && { "content-type": "application/json" }),
    ...(operation.method !== "GET" && { "x-attempt-id": newAttempt() }),
    ...(bypassReason !== undefined && { [bypassHeader]: bypassWithReason(bypassReason) }),
    ...(savedVariables && { [savedVariablesHeader]: savedVariables.join(",") }),
  };
  try {
    return await fetch(`/api${callPath(operation, params, query)}`, {
      method: operation.method,
      cache: "no-store",
      headers,
      ...(hasBody && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(networkFailure, { cause: error });
  }
}
