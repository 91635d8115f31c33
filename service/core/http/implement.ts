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
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
}

/** A matched call as it arrived, before its parts are parsed. */
export interface RawCall {
  params: unknown;
  query: unknown;
  body: unknown;
  principal: Principal;
  request: Request;
  requestId: string;
  signal: AbortSignal;
}

/** An operation of the contract, carried out with a context of type `C`. */
export interface Implementation<C> {
  operation: Operation;
  handle: (call: RawCall, context: C) => Promise<unknown>;
}

/**
 * Joins a contract entry with what the service does for it. The handler returns the response body, or a `Response`
 * where the operation streams; what it needs beyond the
 * {@link Context} it declares on its second parameter. Parts that break a schema throw the schema's error, for the router to answer.
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
): Implementation<C> {
  return {
    operation,
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
