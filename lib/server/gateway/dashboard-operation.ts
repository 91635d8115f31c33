import type { z } from "zod";
import type { BodyOf, Operation, PathOf, QueryOf, ResponseOf } from "@/lib/contract/operation";
import type { Log } from "@/lib/core/log";
import type { User } from "@/lib/server/auth/session-reader";
import { UpstreamError } from "@/lib/server/upstream/client/upstream-error";
import type { ApiError } from "./api-error";
import type { Outcome } from "./forward";

/** Thrown by a dashboard operation to reject a call. Nothing was changed. */
export class OperationError extends Error {
  constructor(readonly apiError: ApiError) {
    super(apiError.message);
    this.name = "OperationError";
  }
}

interface RawDashboardCall {
  params: unknown;
  query: unknown;
  body: unknown;
  user: User;
  request: Request;
  requestId: string;
  /** Adds to the outcome's entry in the audit log, for example which variable was deleted. */
  note(detail: object): void;
}

export interface DashboardCall<O extends Operation> extends RawDashboardCall {
  params: PathOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
}

/** An operation the dashboard implements, with the same checks as forwarded ones. */
export interface DashboardOperation {
  operation: Operation;
  handle(call: RawDashboardCall): Promise<unknown>;
}

/**
 * Binds a contract entry to its handler: one of the `dashboard` family, or one that the service implements differently. The handler returns the response body, or a
 * `Response` if it isn't JSON, and rejects a call by throwing {@link OperationError}.
 */
export function implementOperation<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<P, Q, B, R>,
  handler: (call: DashboardCall<Operation<P, Q, B, R>>) => Promise<ResponseOf<Operation<P, Q, B, R>> | Response>,
): DashboardOperation {
  return {
    operation,
    handle: (call) =>
      handler({
        ...call,
        params: operation.pathParams.parse(call.params),
        query: operation.query.parse(call.query),
        // An entry without a body schema has `unknown` as its body type, which `undefined` satisfies.
        body: operation.body?.parse(call.body) as BodyOf<Operation<P, Q, B, R>>,
      }),
  };
}

const failed: ApiError = {
  status: 500,
  code: "internal_error",
  message: "Internal error. See the dashboard's log for this request id.",
};

/** Runs a validated call and prepares its response for the browser. */
export async function runDashboardOperation(
  own: DashboardOperation,
  call: RawDashboardCall,
  log: Log,
): Promise<Outcome> {
  try {
    const body = await own.handle(call);
    const response = body instanceof Response ? body : Response.json(body ?? {}, { status: own.operation.success });
    const headers = new Headers(response.headers);
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    headers.set("x-content-type-options", "nosniff");
    headers.set("x-request-id", call.requestId);
    return { status: response.status, response: new Response(response.body, { status: response.status, headers }) };
  } catch (error) {
    return failureOf(error, { requestId: call.requestId, operation: own.operation }, log);
  }
}

/** What a caller gets for a thrown error. Errors that aren't meant for callers are only logged. */
export function failureOf(
  error: unknown,
  { requestId, operation }: { requestId: string; operation: Operation },
  log: Log,
): { status: number; error: ApiError } {
  if (error instanceof UpstreamError) return { status: error.status, error };
  if (error instanceof OperationError) return { status: error.apiError.status, error: error.apiError };
  log.error({ err: error, requestId, operation: operation.id }, "operation failed");
  return { status: failed.status, error: failed };
}
