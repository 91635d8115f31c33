import type { z } from "zod";
import type { BodyOf, Operation, PathOf, QueryOf, ResponseOf } from "@/lib/contract/operation";
import type { Context } from "../context";
import type { Principal } from "../principal";

export interface Call<O extends Operation> {
  operation: O;
  params: PathOf<O>;
  query: QueryOf<O>;
  body: BodyOf<O>;
  principal: Principal;
  request: Request;
  requestId: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** A matched call before its parts are parsed. */
export interface RawCall {
  params: unknown;
  query: unknown;
  body: unknown;
  principal: Principal;
  request: Request;
  requestId: string;
  signal: AbortSignal;
}

/** A contract operation and its handler, which needs a context of type `C`. */
export interface Implementation<C> {
  operation: Operation;
  handle: (call: RawCall, context: C) => Promise<unknown>;
  /** For a stream: whether the caller, as authenticated now, can still read it. */
  remains?: (call: Pick<RawCall, "params" | "principal">, context: C) => Promise<boolean>;
}

/**
 * Binds a handler to a contract operation. The handler returns the response body, or a `Response` if the operation streams,
 * and declares on its second parameter what it needs beyond {@link Context}. Throws the schema's error for an invalid call;
 * the router turns it into a response. `remains`: for streams whose access can end without the caller's credential.
 */
export function implement<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  C = Context,
>(
  operation: Operation<P, Q, B, R>,
  handler: (call: Call<Operation<P, Q, B, R>>, context: C) => Promise<ResponseOf<Operation<P, Q, B, R>> | Response>,
  remains?: (call: Pick<Call<Operation<P, Q, B, R>>, "params" | "principal">, context: C) => Promise<boolean>,
): Implementation<C> {
  return {
    operation,
    ...(remains
      ? {
          remains: ({ params, principal }, context) =>
            remains({ params: operation.pathParams.parse(params), principal }, context),
        }
      : {}),
    handle(call, context) {
      const { pathParams, query, body } = operation;
      return handler(
        {
          ...call,
          operation,
          params: pathParams.parse(call.params),
          query: query.parse(call.query),
          // An entry without a body schema has `unknown` as its body type, which `undefined` satisfies.
          body: body?.parse(call.body) as BodyOf<Operation<P, Q, B, R>>,
        },
        context,
      );
    },
  };
}
