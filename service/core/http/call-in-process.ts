import type { BodyInputOf, Operation, QueryInputOf, ResponseOf } from "@/lib/contract/operation";
import { parseResponse } from "@/lib/contract/parse-response";
import type { Context } from "../context";
import type { Principal } from "../principal";
import { apiError } from "./api-error";
import type { Implementation } from "./implement";

const timeoutMs = 60_000;

/** Calls an operation in process and returns its parsed response. Throws the operation's errors. */
export type CallInProcess<C> = <O extends Operation>(
  operation: O,
  implementation: Implementation<C>,
  input: { params: Readonly<Record<string, string>>; query?: QueryInputOf<O>; body?: BodyInputOf<O> },
) => Promise<ResponseOf<O>>;

/**
 * Returns a function that calls operations as `principal`, with the permission checks of the operation. `charge` is called
 * with each operation's points first; without it, calls are free. Admission is the caller's.
 */
export function callInProcess<C extends Context>(
  context: C,
  principal: Principal,
  charge?: (points: number) => Promise<unknown>,
): CallInProcess<C> {
  return async (operation, implementation, { params, query = {}, body }) => {
    if (!operation.credentials.some((kind) => kind === principal.kind)) {
      throw apiError.repohost("PermissionDenied", `A ${principal.kind} credential can't call ${operation.id}`);
    }
    await charge?.(operation.points);
    const response = await implementation.handle(
      {
        params,
        query,
        body,
        principal,
        request: new Request(context.origin()),
        requestId: context.ids.uuid(),
        signal: AbortSignal.timeout(timeoutMs),
      },
      context,
    );
    return parseResponse(operation, response);
  };
}
