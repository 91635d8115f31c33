import { callPath } from "@/lib/contract/client-path";
import type { BodyInputOf, Operation, PathInputOf, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import { CallError } from "./call-error";

export interface CallInput<O extends Operation> {
  params: PathInputOf<O> & Readonly<Record<string, string>>;
  query?: QueryInputOf<O>;
  body?: BodyInputOf<O>;
  signal?: AbortSignal;
}

/** An entry of the contract, or how to load it: schemas come with the first call, not with the page. */
export type Asked<O extends Operation> = O | (() => Promise<O>);

/** Calls an operation. On the server it is `callService`, in the browser {@link callProxy}: one query factory serves both. */
export type Call = <O extends Operation>(operation: Asked<O>, input: CallInput<O>) => Promise<ResponseOf<O>>;

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

async function failureOf(response: Response, body: unknown): Promise<CallError> {
  const { readErrorBody } = await import("@/lib/contract/errors");
  const read = readErrorBody(body);
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new CallError({
    status: response.status,
    code: read?.code ?? "unknown",
    message: read?.message ?? `The service answered ${response.status} without saying why.`,
    field: read?.field,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
  });
}

/** Calls an operation from the browser through the dashboard's proxy. Throws {@link CallError} for every failure. */
export async function callProxy<O extends Operation>(asked: Asked<O>, input: CallInput<O>): Promise<ResponseOf<O>>;
export async function callProxy(asked: Asked<Operation>, input: CallInput<Operation>): Promise<unknown> {
  const operation = await loaded(asked);
  const response = await send(operation, input);
  const answer = await readJson(response);
  if (!response.ok) throw await failureOf(response, answer);
  const parsed = operation.response.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new CallError({
    status: response.status,
    code: "unreadable_response",
    message: "The service's answer does not have the expected form.",
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}

const noAnswer = { status: 0, code: "network", message: "No answer came back from the dashboard." };

async function loaded(asked: Asked<Operation>): Promise<Operation> {
  if (typeof asked !== "function") return asked;
  return asked().catch(() => {
    throw new CallError(noAnswer);
  });
}

/** Tells the same request, sent again by the browser, from another one that asks the same. */
function newAttempt(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send(operation: Operation, { params, query, body, signal }: CallInput<Operation>): Promise<Response> {
  const hasBody = body !== undefined;
  const headers = {
    ...(hasBody && { "content-type": "application/json" }),
    ...(operation.method !== "GET" && { "x-attempt-id": newAttempt() }),
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
    throw new CallError(noAnswer);
  }
}
