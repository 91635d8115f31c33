import { callPath } from "@/lib/contract/client-path";
import { readErrorBody } from "@/lib/contract/errors";
import type { BodyInputOf, Operation, PathInputOf, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import { CallError } from "./call-error";

export interface CallInput<O extends Operation> {
  params: PathInputOf<O> & Readonly<Record<string, string>>;
  query?: QueryInputOf<O>;
  body?: BodyInputOf<O>;
  signal?: AbortSignal;
}

/** Calls an operation. On the server it is `callService`, in the browser {@link callProxy}: one query factory serves both. */
export type Call = <O extends Operation>(operation: O, input: CallInput<O>) => Promise<ResponseOf<O>>;

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

function failureOf(response: Response, body: unknown): CallError {
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
export async function callProxy<O extends Operation>(operation: O, input: CallInput<O>): Promise<ResponseOf<O>>;
export async function callProxy(operation: Operation, input: CallInput<Operation>): Promise<unknown> {
  const response = await send(operation, input);
  const answer = await readJson(response);
  if (!response.ok) throw failureOf(response, answer);
  const parsed = operation.response.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new CallError({
    status: response.status,
    code: "unreadable_response",
    message: "The service's answer does not have the expected form.",
    requestId: response.headers.get("x-request-id") ?? undefined,
  });
}

async function send(operation: Operation, { params, query, body, signal }: CallInput<Operation>): Promise<Response> {
  const hasBody = body !== undefined;
  try {
    return await fetch(`/api${callPath(operation, params, query)}`, {
      method: operation.method,
      cache: "no-store",
      ...(hasBody && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError({ status: 0, code: "network", message: "No answer came back from the dashboard." });
  }
}
