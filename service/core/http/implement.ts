import type { z } from "zod";
import type { BodyOf, Operation, PathOf, QueryOf, ResponseOf } from "@/lib/contract/operation";
import type { Principal } from "../../people/principal";
import type { Service } from "../context";

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

export interface Implementation {
  operation: Operation;
  handle(call: RawCall, service: Service): Promise<unknown>;
}

/**
 * Joins a contract entry with what the service does for it. The handler returns the response body, or a `Response`
 * where the operation streams. Parts that break a schema throw the schema's error, for the router to answer.
 */
export function implement<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operation: Operation<P, Q, B, R>,
  handler: (
    call: Call<Operation<P, Q, B, R>>,
    service: Service,
  ) => Promise<ResponseOf<Operation<P, Q, B, R>> | Response>,
): Implementation {
  return {
    operation,
    handle(call, service) {
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
        service,
      );
    },
  };
}
